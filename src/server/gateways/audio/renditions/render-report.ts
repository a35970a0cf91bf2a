// The line that a render job's child process prints; the parent validates it.

import { z } from 'zod'
import { audioRefusalCodes } from '../audio-refusal.ts'

export const renderReport = z.union([
  z.strictObject({ rendered: z.literal(true) }),
  z.strictObject({ refused: z.enum(audioRefusalCodes) }),
])
export type RenderReport = z.infer<typeof renderReport>
