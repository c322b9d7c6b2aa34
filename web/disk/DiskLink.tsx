import { ChevronRight, Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { OutputOf } from '../../domain/operations/define.ts'
import { diskLinkOpen, linkAddress, type LinkNode } from '../../domain/disk/operations.ts'
import { host } from '../../hosts/here.ts'
import { useAsk } from '../ask.ts'
import { CallError } from '../call.ts'
import { fileIcon, folderLook } from './fileIcon.ts'
import { sizeWords } from './sizeWords.ts'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { Empty } from '../look/Empty.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { DoorPage } from '../entrance/DoorPage.tsx'
import { when } from '../shell/when.ts'
import { useSearch } from '../screen.ts'
import { go } from '../travel.ts'
import { shortDay } from '../shell/dateWords.ts'
import { t } from '../words.ts'
import { Preview } from './Preview.tsx'

const path = '/pages/netdisk/link'

/** The code that opened a link stays as long as the page does: folders of the link are screens of their own. */
const codes = new Map<string, string>()
/** What the link gave when it opened: the folders of one visit are one opening. */
const passes = new Map<string, string>()

/** What a link shows to the person who has it: no account, no way to anything else. */
export default function DiskLink(): ReactNode {
  const { token = '', id } = useSearch(path)
  const [code, setCode] = useState(codes.get(token))
  const [file, setFile] = useState<LinkNode>()
  const earlierPass = id === undefined ? undefined : passes.get(token)
  const { data, error, refetch, isFetching } = useAsk(
    diskLinkOpen,
    { token, ...(code && { code }), ...(earlierPass && { pass: earlierPass }), ...(id && { folderId: id }), pageSize: 500 },
    { staleMs: Infinity, keep: true },
  )
  if (error) return <LinkProblem error={error} onRetry={refetch} />
  if (!data) return <Pending title={t('共享文件')} error={error} onRetry={refetch} />
  if (data.pass !== null) passes.set(token, data.pass)
  if (data.needsCode || !data.node || data.pass === null)
    return (
      <CodeDoor
        isWrong={code !== undefined && !isFetching}
        busy={isFetching}
        onCode={(next) => {
          codes.set(token, next)
          setCode(next)
          if (next === code) void refetch()
        }}
      />
    )
  const { node, pass, organisation, by, until, way, list } = data
  const from = [
    by && organisation ? t('{name}（{company}）共享', { name: by, company: organisation }) : organisation,
    until && t('{day}前有效', { day: shortDay(until.slice(0, 10)) }),
  ]
  const shownFile = file ?? (node.kind === 'file' ? node : undefined)
  const fetchFile = (child: LinkNode) => host.saveFrom(linkAddress(token, pass, child, { download: true }))
  return (
    <Page
      title={shownFile?.name ?? way.at(-1)?.name ?? node.name}
      text={from.filter(Boolean).join(' · ')}
      {...(file ? { onBack: () => setFile(undefined) } : {})}
      bottom={
        shownFile && (
          <Button size="large" wide icon={Download} onClick={() => fetchFile(shownFile)}>
            {t('下载')} · {sizeWords(shownFile.sizeBytes ?? 0)}
          </Button>
        )
      }
    >
      {shownFile ? (
        <Preview
          file={{
            ...shownFile,
            sizeBytes: shownFile.sizeBytes ?? 0,
            link: { token, pass },
            address: linkAddress(token, pass, shownFile),
            small: shownFile.thumbnail ? linkAddress(token, pass, shownFile, { small: true }) : undefined,
          }}
        />
      ) : (
        <Folder token={token} way={way} list={list} onFile={setFile} />
      )}
    </Page>
  )
}

const LinkProblem = ({ error, onRetry }: { error: unknown; onRetry: () => Promise<unknown> }) => {
  const isGone = error instanceof CallError && (error.status === 404 || error.reason.startsWith('disk.link'))
  if (!isGone) return <Pending title={t('共享文件')} error={error} onRetry={onRetry} />
  return (
    <DoorPage title={t('共享文件')}>
      <Empty title={error.reason ? error.message : t('链接已失效')} text={t('它可能已过期或被取消，请联系分享的人。')} />
    </DoorPage>
  )
}

/** Asks for the code of a link. */
const CodeDoor = ({ isWrong, busy, onCode }: { isWrong: boolean; busy: boolean; onCode: (code: string) => void }) => {
  const [typedCode, setTypedCode] = useState('')
  return (
    <DoorPage title={t('请输入提取码')} text={t('提取码由分享文件的人告诉您。')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onCode(typedCode.trim())
        }}
      >
        <Card flush>
          <TextField
            label={t('提取码')}
            value={typedCode}
            onChange={setTypedCode}
            error={isWrong ? t('提取码不对，请重新输入') : undefined}
            maxLength={12}
            autoComplete="off"
            required
            autoFocus
          />
        </Card>
        <div className="pt-5">
          <Button type="submit" size="large" wide busy={busy} disabled={!typedCode.trim()}>
            {t('打开')}
          </Button>
        </div>
      </form>
    </DoorPage>
  )
}

type FolderProps = Pick<OutputOf<typeof diskLinkOpen>, 'way' | 'list'> & { token: string; onFile: (file: LinkNode) => void }

/** What lies in a folder, and the way to it. */
const Folder = ({ token, way, list, onFile }: FolderProps) => (
  <>
    {way.length > 1 && (
      <nav aria-label={t('位置')} className="flex flex-wrap items-center text-small">
        {way.map((step, index) => (
          <span key={step.id} className="flex items-center">
            {index > 0 && <ChevronRight size={14} className="text-faint" aria-hidden />}
            <button
              type="button"
              disabled={index === way.length - 1}
              className="min-h-11 px-1 text-accent-strong disabled:text-ink"
              onClick={() => go(path, { token, id: index === 0 ? undefined : step.id })}
            >
              {step.name}
            </button>
          </span>
        ))}
      </nav>
    )}
    {list.length === 0 ? (
      <Empty title={t('这个文件夹是空的')} />
    ) : (
      <Card flush>
        {list.map((child) => (
          <Row key={child.id} node={child} onOpen={() => (child.kind === 'folder' ? go(path, { token, id: child.id }) : onFile(child))} />
        ))}
      </Card>
    )}
  </>
)

const Row = ({ node, onOpen }: { node: LinkNode; onOpen: () => void }) => {
  const { icon: Icon, tint } = node.kind === 'folder' ? folderLook : fileIcon(node.name)
  return (
    <button
      type="button"
      onClick={onOpen}
      className="pressable flex w-full items-center gap-3 border-b border-line px-4 py-2.5 text-left last:border-transparent"
    >
      <Icon size={30} strokeWidth={1.5} style={{ color: tint }} className="shrink-0" aria-hidden />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-body">{node.name}</span>
        <span className="block text-small text-quiet">
          {[node.sizeBytes === null ? '' : sizeWords(node.sizeBytes), when(node.changedAt)].filter(Boolean).join(' · ')}
        </span>
      </span>
      <ChevronRight size={18} className="shrink-0 text-faint" aria-hidden />
    </button>
  )
}
