// Which page of a counted list is read: a page after the last one is read as the last one.

type Asked = { page: number; total: number; size: number }

type Paging = { totalPages: number; currentPage: number }

/** `paging` is the response's, `offset` the statement's. An empty list has one page. */
export function pageAt({ page, total, size }: Asked): { paging: Paging; offset: number } {
  const totalPages = Math.max(1, Math.ceil(total / size))
  const currentPage = Math.min(page, totalPages)
  return { paging: { totalPages, currentPage }, offset: (currentPage - 1) * size }
}
