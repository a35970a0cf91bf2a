/** For a part of a page: the page is shown without it if it fails; the endpoint has logged the reason. */
export async function orNull<Part>(loading: Promise<Part>): Promise<Part | null> {
  try {
    return await loading
  } catch {
    return null
  }
}
