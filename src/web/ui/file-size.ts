const bytesPerMb = 1024 * 1024

/** '12.3 MB', '0.4 MB'. */
export function fileSize(bytes: number): string {
  return `${(bytes / bytesPerMb).toFixed(1)} MB`
}
