import { fileTypeFromBuffer } from 'file-type'
import sharp, { type Sharp } from 'sharp'
import { refuse } from '../../kernel/refusal.ts'

/** A file that is safe to keep: what its bytes say it is, and for a picture drawn anew and small besides. */
export type Content = { readonly bytes: Buffer; readonly mime: string; readonly extension: string; readonly thumbnail?: Buffer }

/**
 * Looks at the bytes, not at what the client says, and refuses in words what is no picture, PDF, office document, text or recorded speech. Pictures are
 * turned upright and encoded anew, so that nothing but the picture is left of them.
 */
export const readContent = async (bytes: Buffer, name: string): Promise<Content> => {
  if (bytes.length === 0) return refuse('file.empty', '文件不能为空')
  const sniffedType = await fileTypeFromBuffer(bytes)
  const extension = nameExtension(name)
  const picture = sniffedType && pictures.get(sniffedType.ext)
  if (picture) return drawAnew(bytes, picture)
  const document = sniffedType && documents.get(sniffedType.ext)
  if (document) return { bytes, mime: document, extension: sniffedType.ext }
  const sound = sniffedType && sounds.get(sniffedType.ext)
  if (sound) return { bytes, mime: sound, extension: sniffedType.ext }
  const invoice = invoiceType(bytes, extension)
  if (invoice) return { bytes, mime: invoice, extension }
  // The old office formats share one container; the name says which of them it is.
  const typesByName = sniffedType ? oldOffice : texts
  const isNamedType = sniffedType ? sniffedType.ext === 'cfb' : isText(bytes)
  const typeByName = isNamedType ? typesByName.get(extension) : undefined
  if (typeByName) return { bytes, mime: typeByName, extension }
  return refuse('file.type', '不支持这种文件，请上传图片、PDF、Office 文档或文本')
}

/** Electronic invoices: data as XML, and OFD, an archive that begins with its first part or has it among others. Both are only handed out as attachments. */
const invoiceType = (bytes: Buffer, extension: string): string | undefined => {
  if (extension === 'xml')
    return /^(?:\ufeff|\s)*<(?:\?xml|e?Invoice|EInvoice)/.test(bytes.subarray(0, 200).toString('utf8')) ? 'application/xml' : undefined
  return extension === 'ofd' && bytes.subarray(0, 2).toString('latin1') === 'PK' && bytes.includes('OFD.xml')
    ? 'application/ofd'
    : undefined
}

type Picture = { readonly extension: string; readonly mime: string; readonly draw: (image: Sharp) => Sharp }

const jpeg: Picture = { extension: 'jpg', mime: 'image/jpeg', draw: (image) => image.jpeg({ quality: 85 }) }
const png: Picture = { extension: 'png', mime: 'image/png', draw: (image) => image.png() }
const webp: Picture = { extension: 'webp', mime: 'image/webp', draw: (image) => image.webp({ quality: 85 }) }
const pictures: ReadonlyMap<string, Picture> = new Map(
  Object.entries({ jpg: jpeg, png, apng: png, webp, gif: webp, avif: jpeg, tif: jpeg }),
)

const documents: ReadonlyMap<string, string> = new Map(
  Object.entries({
    pdf: 'application/pdf',
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    xlsb: 'application/vnd.ms-excel.sheet.binary.macroEnabled.12',
    ods: 'application/vnd.oasis.opendocument.spreadsheet',
    pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  }),
)
/** What recorders of browsers write; a container that may hold film is offered as sound only. */
const sounds: ReadonlyMap<string, string> = new Map(
  Object.entries({ webm: 'audio/webm', m4a: 'audio/mp4', mp4: 'audio/mp4', ogg: 'audio/ogg', oga: 'audio/ogg', opus: 'audio/ogg' }),
)
const oldOffice: ReadonlyMap<string, string> = new Map(
  Object.entries({
    doc: 'application/msword',
    xls: 'application/vnd.ms-excel',
    ppt: 'application/vnd.ms-powerpoint',
  }),
)
const texts: ReadonlyMap<string, string> = new Map(Object.entries({ txt: 'text/plain; charset=utf-8', csv: 'text/csv; charset=utf-8' }))

const longestSidePixels = 2560
const thumbnailPixels = 320
const pixelsAtMost = 60_000_000

// One picture at a time uses one core; the others go on answering requests.
sharp.concurrency(1)

const drawAnew = async (bytes: Buffer, { extension, mime, draw }: Picture): Promise<Content> => {
  const read = () => sharp(bytes, { limitInputPixels: pixelsAtMost, failOn: 'error' }).rotate()
  const fit = (image: Sharp, pixels: number) => image.resize({ width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true })
  try {
    const picture = await draw(fit(read(), longestSidePixels)).toBuffer()
    const thumbnail = await fit(sharp(picture), thumbnailPixels).webp({ quality: 75 }).toBuffer()
    return { bytes: picture, mime, extension, thumbnail }
  } catch {
    return refuse('file.picture', '图片无法识别，请换一张')
  }
}

const nameExtension = (name: string): string => /\.(\w{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** No control signs but those of text, and either UTF-8 or GB18030. */
const isText = (bytes: Buffer): boolean => {
  if (bytes.some((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13)) return false
  return ['utf-8', 'gb18030'].some((encoding) => {
    try {
      new TextDecoder(encoding, { fatal: true }).decode(bytes)
      return true
    } catch {
      return false
    }
  })
}
