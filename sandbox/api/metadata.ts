// Metadata as clients send it (null or '' removes a key) and as it is stored.
export type MetadataParam = Record<string, string | number | null> | '' | null | undefined

export function storedMetadata(
  param: MetadataParam,
  before: Record<string, string> = {},
): Record<string, string> {
  // null or '' instead of a map empties it.
  if (param === null || param === '') return {}
  return Object.entries(param ?? {}).reduce<Record<string, string>>((stored, [name, value]) => {
    const { [name]: _old, ...others } = stored
    return value === null || value === '' ? others : { ...others, [name]: String(value) }
  }, before)
}
