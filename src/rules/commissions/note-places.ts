// Where a note stands: at a tenth of a second of the recording, which is at another second of each delivery's preview.

/** Where a preview starts in its recording, and how long it is. */
export type PreviewSpan = { startMs: number; lengthMs: number }

const msPerTenth = 100

/** In tenths of a second of the recording; null for a place that the preview does not have. */
export function placeInRecording(preview: PreviewSpan, seconds: number): number | null {
  const tenths = Math.round(seconds * 10)
  return contains(preview, tenths) ? startOf(preview) + tenths : null
}

/** In seconds of the preview; null if the note stands beside it. */
export function placeInPreview(preview: PreviewSpan, atTenths: number): number | null {
  const tenths = atTenths - startOf(preview)
  return contains(preview, tenths) ? tenths / 10 : null
}

/** Rounded in both directions alike, so that a note is found where it was written. */
function startOf({ startMs }: PreviewSpan): number {
  return Math.round(startMs / msPerTenth)
}

function contains({ lengthMs }: PreviewSpan, tenths: number): boolean {
  return tenths >= 0 && tenths * msPerTenth <= lengthMs
}
