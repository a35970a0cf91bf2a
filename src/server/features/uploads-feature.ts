// Recordings that artists send, as a form or in several requests, and the documents that prove their licences.

import type { Serving } from '#server/http/serve.ts'
import { licenceJobs } from '#server/licences/licence-jobs.ts'
import { licenceRoutes } from '#server/licences/licence-routes.ts'
import { serveResumableUploads } from '#server/uploads/resumable/serve-resumable-uploads.ts'
import { openAdmission } from '#server/uploads/upload-admission.ts'
import { uploadJobs } from '#server/uploads/upload-jobs.ts'
import { uploadRoutes, type UploadDeps } from '#server/uploads/upload-routes.ts'

export const uploadsFeature = {
  routes: [licenceRoutes, serveUploads],
  jobs: [licenceJobs, uploadJobs],
}

/** Both ways share one admission: an artist's files count together, however they come. */
function serveUploads(serving: Serving, given: Omit<UploadDeps, 'admission'>): void {
  const deps = { ...given, admission: openAdmission(given) }
  uploadRoutes(serving, deps)
  serveResumableUploads(serving.serveProtocol, deps)
}
