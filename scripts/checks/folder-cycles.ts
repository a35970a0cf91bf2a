// Cycles of folders: who studies one folder of a cycle needs the files of all of them. A folder and one inside it are two.

import { dirname } from 'node:path/posix'

type FileImport = { from: string; to: string }

/** The imports that close a cycle: one for each pair of its folders, as a sentence. */
export function folderCycles(imports: readonly FileImport[]): string[] {
  const edges = new Map<string, Map<string, FileImport>>()
  for (const edge of imports) {
    const [from, to] = [dirname(edge.from), dirname(edge.to)]
    if (from === to) continue
    const targets = edges.get(from) ?? new Map<string, FileImport>()
    if (!targets.has(to)) targets.set(to, edge)
    edges.set(from, targets)
  }
  const reachable = new Map([...edges.keys()].map((folder) => [folder, reachedFrom(folder, edges)]))
  return [...edges].flatMap(([from, targets]) =>
    [...targets]
      .filter(([to]) => reachable.get(to)?.has(from))
      .map(([to, edge]) => `${from} → ${to}: ${edge.from} imports ${edge.to}`),
  )
}

function reachedFrom(start: string, edges: Map<string, Map<string, FileImport>>): Set<string> {
  const reached = new Set<string>()
  const waiting = [start]
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const target of edges.get(folder)?.keys() ?? []) {
      if (reached.has(target)) continue
      reached.add(target)
      waiting.push(target)
    }
  }
  return reached
}
