/**
 * What the child process is to do: everything for an upload or for a delivery of a commission, only key and tempo, an
 * example of an artist, or nothing but to decode a file that is kept as it is.
 */
export const audioTasks = [
  'prepare',
  'prepare_delivery',
  'measure_music',
  'make_example',
  'check',
] as const
export type AudioTask = (typeof audioTasks)[number]
