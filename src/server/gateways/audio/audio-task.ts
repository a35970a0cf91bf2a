/** What the child process is to do: everything for an upload, only key and tempo, or an example of an artist. */
export const audioTasks = ['prepare', 'measure_music', 'make_example'] as const
export type AudioTask = (typeof audioTasks)[number]
