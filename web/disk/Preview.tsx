import { useState } from 'react'
import { diskLinkPreview, diskPreview, type Preview as Kind, type PreviewData } from '../../domain/disk/operations.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { CallError } from '../call.ts'
import { fileIcon } from './fileIcon.ts'
import { sizeWords } from './sizeWords.ts'
import { loadLater } from '../look/loadLater.tsx'
import { Problem } from '../look/Problem.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { Tabs } from '../look/Tabs.tsx'
import { Gallery } from '../forms/Gallery.tsx'
import { t } from '../words.ts'

/** A file to look at. `address` answers its bytes. */
export type PreviewedFile = {
  readonly id: Id
  readonly name: string
  readonly sizeBytes: number
  readonly preview: Kind | null
  readonly address: string
  readonly small?: string | undefined
  /** Opens it for the person who has a link and no account. */
  readonly link?: { readonly token: string; readonly pass: string } | undefined
}

/** What is in a file, as far as it can be shown. Nothing of a file is ever run. */
export const Preview = ({ file }: { file: PreviewedFile }) => {
  const { preview, address, small, name } = file
  const [broken, setBroken] = useState(false)
  if (preview === null || broken) return <Unseen file={file} />
  if (preview === 'picture')
    return (
      <div className="mb-4 overflow-hidden rounded-card bg-sunken">
        <Gallery paths={[address]}>
          <img
            src={address}
            alt={name}
            style={small ? { backgroundImage: `url("${small}")` } : undefined}
            onError={() => setBroken(true)}
            className="mx-auto max-h-[60dvh] min-h-40 w-full bg-contain bg-center bg-no-repeat object-contain"
          />
        </Gallery>
      </div>
    )
  if (preview === 'audio')
    return (
      <div className="mb-4 rounded-card bg-card p-4 shadow-lift">
        <audio controls preload="metadata" src={address} onError={() => setBroken(true)} className="w-full" aria-label={name} />
      </div>
    )
  if (preview === 'video')
    return (
      <video
        controls
        playsInline
        preload="metadata"
        src={address}
        onError={() => setBroken(true)}
        className="mb-4 max-h-[60dvh] w-full rounded-card bg-black"
        aria-label={name}
      />
    )
  if (preview === 'pdf') return <PdfView file={file} onBroken={() => setBroken(true)} />
  if (preview === 'docx') return <DocxView file={file} onBroken={() => setBroken(true)} />
  return <ReadByServer file={file} />
}

export type DrawnProps = { file: PreviewedFile; onBroken: () => void }
const waits = <Skeleton rows={6} picture={false} />
const PdfView = loadLater<DrawnProps>(() => import('./PdfView.tsx'), { fallback: waits, missing: ({ onBroken }) => onBroken() })
const DocxView = loadLater<DrawnProps>(() => import('./DocxView.tsx'), { fallback: waits, missing: ({ onBroken }) => onBroken() })

/** Name and size: all that can be said of it. */
const Unseen = ({ file, words }: { file: PreviewedFile; words?: string }) => {
  const { icon: Icon, tint } = fileIcon(file.name)
  return (
    <div className="mb-4 flex flex-col items-center rounded-card bg-card px-6 py-12 text-center shadow-lift">
      <Icon size={64} strokeWidth={1.2} style={{ color: tint }} aria-hidden />
      <p className="mt-4 break-all text-title font-medium">{file.name}</p>
      <p className="mt-1 text-body text-quiet">
        {sizeWords(file.sizeBytes)} · {words ?? t('这种文件不能预览，请下载后查看')}
      </p>
    </div>
  )
}

const ReadByServer = ({ file: { link, ...file } }: { file: PreviewedFile }) => {
  const ownPreview = useAsk(diskPreview, { id: file.id }, { enabled: link === undefined })
  const linkedPreview = useAsk(diskLinkPreview, { token: '', pass: '', ...link, id: file.id }, { enabled: link !== undefined })
  const { data, error, refetch } = link ? linkedPreview : ownPreview
  if (error instanceof CallError && error.reason === 'disk.preview') return <Unseen file={file} words={error.message} />
  if (error) return <Problem error={error} onRetry={refetch} />
  if (!data) return waits
  if (data.kind === 'table') return <Sheets data={data} />
  return (
    <div className="mb-4 rounded-card bg-card p-4 shadow-lift">
      {data.kind === 'text' ? (
        <pre className="select-text overflow-x-auto whitespace-pre-wrap break-words font-mono text-small leading-relaxed">{data.text}</pre>
      ) : (
        <ul className="text-body">
          {data.entries.map(({ name, sizeBytes }, index) => (
            <li key={index} className="flex gap-3 border-b border-line py-2 last:border-transparent">
              <span className="min-w-0 flex-1 break-all">{name}</span>
              <span className="shrink-0 text-small text-quiet">{sizeBytes === null ? '' : sizeWords(sizeBytes)}</span>
            </li>
          ))}
        </ul>
      )}
      {data.more && <p className="pt-3 text-small text-faint">{t('内容较多，只显示开头部分，下载后查看全部。')}</p>}
    </div>
  )
}

const Sheets = ({ data }: { data: Extract<PreviewData, { kind: 'table' }> }) => {
  const [at, setAt] = useState('0')
  const sheet = data.sheets[Number(at)] ?? data.sheets[0]
  if (!sheet) return null
  const columns = Math.max(...sheet.rows.map((row) => row.length), 0)
  return (
    <div className="mb-4 overflow-hidden rounded-card bg-card shadow-lift">
      {data.sheets.length > 1 && (
        <Tabs
          tabs={data.sheets.map(({ name }, index) => ({ value: String(index), label: name }))}
          value={at}
          onChange={setAt}
          label={t('工作表')}
        />
      )}
      <div className="max-h-[60dvh] overflow-auto" tabIndex={0} role="region" aria-label={sheet.name || t('表格')}>
        <table className="select-text border-collapse text-small">
          <tbody>
            {sheet.rows.map((row, index) => (
              <tr key={index} className={index === 0 ? 'sticky top-0 bg-sunken font-medium' : ''}>
                <th scope="row" className="border border-line px-2 py-1 text-right font-normal text-faint">
                  {index + 1}
                </th>
                {Array.from({ length: columns }, (_, column) => (
                  <td key={column} className="max-w-80 whitespace-pre-wrap border border-line px-2.5 py-1.5 align-top">
                    {row[column] ?? ''}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {sheet.more && <p className="p-3 text-small text-faint">{t('内容较多，只显示开头部分，下载后查看全部。')}</p>}
    </div>
  )
}
