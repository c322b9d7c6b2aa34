import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

const attachmentsAtMost = 20
const pagesAtMost = 5

/** The files inside a PDF that may be data: those attached to it, and those pinned to its first pages. */
export const filesInPdf = async (bytes: Buffer): Promise<Buffer[]> => {
  const loading = getDocument({
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    useWorkerFetch: false,
    disableFontFace: true,
    stopAtErrors: true,
  })
  try {
    const file = await loading.promise
    const attachedIds = [...((await file.getAttachments())?.keys() ?? [])]
    const pinnedIds: string[] = []
    for (let number = 1; number <= Math.min(file.numPages, pagesAtMost); number++) {
      const annotations: unknown[] = await (await file.getPage(number)).getAnnotations()
      pinnedIds.push(...annotations.flatMap(fileIdOf))
    }
    const contents: Buffer[] = []
    for (const id of [...attachedIds, ...pinnedIds].slice(0, attachmentsAtMost)) {
      const content = await file.getAttachmentContent(id)
      if (content && content.length > 0) contents.push(Buffer.from(content))
    }
    return contents
  } finally {
    await loading.destroy()
  }
}

const fileIdOf = (annotation: unknown): string[] => {
  const id = typeof annotation === 'object' && annotation !== null && 'fileId' in annotation ? annotation.fileId : undefined
  return typeof id === 'string' ? [id] : []
}
