/** What the child process is to do: everything for an upload, or only key and tempo. */
export const audioTasks = ['prepare', 'measure_music'] as const
export type AudioTask = (typeof audioTasks)[number]
