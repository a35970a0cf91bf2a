// Uploads for tests of the user interface.

import type { Upload } from '#contracts/uploads.ts'

/** A recording that is measured, unless the test says otherwise. */
export function exampleUpload(upload: Partial<Upload> = {}): Upload {
  return {
    id: '0198f000-0000-7000-8000-0000000000bb',
    title: null,
    fileName: 'take.wav',
    state: 'processing',
    stage: 'measuring',
    bytes: 20_000_000,
    bytesReceived: 20_000_000,
    details: null,
    facts: null,
    reason: null,
    createdAt: '2026-11-20T10:00:00.000Z',
    expiresAt: null,
    ...upload,
  }
}

export const exampleFacts: NonNullable<Upload['facts']> = {
  durationSeconds: 187,
  loudnessLufs: -16.2,
  measuredKey: 'G',
  measuredKeyConfidence: 0.7,
  tempoBpm: 92.4,
  container: 'wav',
  codec: 'pcm_s24le',
  sampleRateHz: 48_000,
  channels: 2,
  previewUrl: '/api/proxy/uploads/0198f000-0000-7000-8000-0000000000bb/preview.mp3',
  previewSeconds: 30,
  waveform: '5k9z'.repeat(24),
}
