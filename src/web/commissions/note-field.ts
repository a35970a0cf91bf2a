/** Of a form that stands at each note: no two fields of a page have one name. */
export function noteField(name: 'noteText' | 'noteAnswer' | 'isDone', noteId: string): string {
  return `${name}-${noteId}`
}
