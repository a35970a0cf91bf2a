// Draws a document as a PDF, on A4, with its fonts inside.

import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { productName } from '#rules/product.ts'
import { asRuns, isReplacedIn, loadDocumentFonts, type DocumentFont } from './document-fonts.ts'
import type { Document } from './evidence-documents.ts'

/** Three documents have less than the pages that a bank takes together. */
const maxPages = 15

const sizes = { title: 18, heading: 13, text: 10, foot: 8 }
const margin = 56

/** Returns the bytes. */
export async function drawDocument(document: Document): Promise<Buffer> {
  const fonts = await loadDocumentFonts()
  const pdf = new PDFDocument({
    size: 'A4',
    margin,
    bufferPages: true,
    info: { Title: document.title, Author: productName },
    lang: 'en-GB',
    displayTitle: true,
  })
  for (const { name, bytes } of fonts) pdf.registerFont(name, bytes)
  const drawn = buffer(pdf)
  const lines = linesOf(document)
  const drawnLines = await drawLines({ pdf, fonts }, lines)
  const left = lines.length - drawnLines
  if (left > 0) {
    const rest = left === 1 ? 'one more line is' : `${left} more lines are`
    drawLine({ pdf, fonts }, `The document ends here: ${rest} left out.`, sizes.text)
  }
  if (lines.slice(0, drawnLines).some(({ text }) => isReplacedIn(fonts, text))) {
    drawLine(
      { pdf, fonts },
      'Characters that this document has no letters for stand as their Unicode numbers, such as [U+1F3B5].',
      sizes.text,
    )
  }
  numberPages({ pdf, fonts })
  pdf.end()
  return drawn
}

type Drawing = { pdf: PDFKit.PDFDocument; fonts: readonly DocumentFont[] }
type Line = { text: string; size: number; isHead: boolean }

function linesOf({ title, about, sections }: Document): Line[] {
  const line = (text: string, size = sizes.text, isHead = false) => ({ text, size, isHead })
  return [
    line(`${productName}: ${title}`, sizes.title),
    ...about.map((text) => line(text)),
    ...sections.flatMap(({ heading, lines }) => [
      line(heading, sizes.heading, true),
      // A person's words can have several lines.
      ...lines.flatMap((text) => text.split(/\r?\n/)).map((text) => line(text)),
    ]),
  ]
}

/** Returns how many there was space for. Other requests go on between two lines: a whole document takes a second. */
async function drawLines(drawing: Drawing, lines: readonly Line[]): Promise<number> {
  const { pdf } = drawing
  for (const [at, { text, size, isHead }] of lines.entries()) {
    if (pdf.bufferedPageRange().count > maxPages) return at
    if (isHead) pdf.moveDown(1)
    drawLine(drawing, text, size)
    await setImmediate()
  }
  return lines.length
}

function drawLine({ pdf, fonts }: Drawing, text: string, size: number): void {
  const runs = asRuns(fonts, text.replaceAll('\t', ' '))
  pdf.fontSize(size)
  for (const [at, { font, text: part }] of runs.entries()) {
    // With a feature a run is laid out as a whole, and not word by word: words from right to left then follow one another.
    pdf.font(font.name).text(part, { continued: at < runs.length - 1, features: ['kern'] })
  }
  pdf.moveDown(0.3)
}

function numberPages({ pdf, fonts }: Drawing): void {
  const { start, count } = pdf.bufferedPageRange()
  const [usual] = fonts
  for (let page = start; page < start + count; page++) {
    pdf.switchToPage(page)
    if (usual) pdf.font(usual.name)
    // Below the margin: without it the text would begin another page.
    pdf.page.margins.bottom = 0
    pdf
      .fontSize(sizes.foot)
      .text(`Page ${page + 1} of ${count}`, margin, pdf.page.height - margin / 2, {
        lineBreak: false,
      })
  }
}
