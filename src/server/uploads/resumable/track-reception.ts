// Files that become tracks.

import { z } from 'zod'
import { isRefusalCode, Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import type { Admission } from '../upload-admission.ts'
import { queuePreparation } from '../upload-commands.ts'
import { dismissOwnUpload } from '../upload-expiry.ts'
import { takeUploadStep, refuseUpload } from '../upload-steps.ts'
import { createUpload } from './create-upload.ts'
import type { Reception } from './reception.ts'

type Deps = { db: Db; storage: Storage; admission: Admission }

export function trackReception(deps: Deps): Reception {
  return {
    create: ({ metadata, ...file }) =>
      createUpload(deps, {
        ...file,
        replaces: z.uuid().safeParse(metadata['replaces']).data ?? null,
      }),

    async find({ id, artistId }) {
      const row = await deps.db
        .selectFrom('uploads')
        .select(['status', 'bytes', 'bytes_received', 'file_name', 'refusal_code'])
        .where('id', '=', id)
        .where('artist_id', '=', artistId)
        .where('purpose', '=', 'track')
        .executeTakeFirst()
      if (!row) throw new Refusal('not_found')
      if (row.status === 'refused') throw refusalOf(row.refusal_code)
      const bytes = Number(row.bytes)
      const received = row.status === 'arriving' ? row.bytes_received : bytes
      return { bytes, received, fileName: row.file_name }
    },

    async refuseFormat(upload) {
      await refuseUpload(deps, upload, 'audio_not_recognised')
      throw new Refusal('audio_not_recognised')
    },

    async takeWhole(tx, own) {
      await takeUploadStep(tx, { id: own.id, step: 'arrive' })
      await queuePreparation(tx, own)
    },

    remove: (own) => dismissOwnUpload(deps, own),
  }
}

function refusalOf(code: string | null): Refusal {
  return new Refusal(code !== null && isRefusalCode(code) ? code : 'upload_interrupted')
}
