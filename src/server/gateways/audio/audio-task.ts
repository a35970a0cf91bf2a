/**
 * What the child process is to do: everything for an upload or for a delivery of a commission, only key and tempo, an
 * example of an artist, a copy of the whole that anybody's browser plays, or nothing but to decode a file that is kept as
 * it is.
 */
export const audioTasks = [
  'prepare',
  'prepare_delivery',
  'measure_music',
  'make_example',
  'make_listening_copy',
  'check',
] as const
export type AudioTask = (typeof audioTasks)[number]
