import { CircleCheck, PenLine } from 'lucide-react'
import { useState } from 'react'
import { ReaderFault } from '../../devices/reader.ts'
import { type TagOutcome, writeTag } from '../../devices/tagWriter.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import { rfidMatch, rfidPlan, rfidVerified, rfidWritten } from '../../domain/rfid/operations.ts'
import { decodeEpc, epcWords } from '../../domain/rfid/epc.ts'
import { host } from '../../hosts/here.ts'
import { useAsk } from '../ask.ts'
import { call, CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Card, Section } from '../look/Card.tsx'
import { confirm } from '../look/overlays/confirm.ts'
import { Empty } from '../look/Empty.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { Tag } from '../look/Tag.tsx'
import { troubleWords, useConnection } from './connection.ts'
import { ReaderBar } from './ReaderBar.tsx'
import { useSearch } from '../screen.ts'
import { t } from '../words.ts'

type PlannedTag = OutputOf<typeof rfidPlan>[number]

/** Writes the tags of some assets, one after the other; opened again it goes on where it was. */
export default function RfidWrite() {
  const { ids = '' } = useSearch('/pages/goods/GsGoodsInstance/rfid-write')
  const askedIds = ids.split(',').filter(Boolean)
  const { data, error, refetch } = useAsk(rfidPlan, { ids: askedIds }, { enabled: askedIds.length > 0, staleMs: 0 })
  if (askedIds.length === 0)
    return (
      <Page>
        <Empty title={t('没有选择资产')} />
      </Page>
    )
  if (!data) return <Pending error={error} onRetry={refetch} />
  return <Writing pieces={data} onChange={refetch} />
}

type TagWords = { words: string; good: boolean }

const Writing = ({ pieces, onChange }: { pieces: readonly PlannedTag[]; onChange: () => Promise<unknown> }) => {
  const { reader } = useConnection()
  const [chosenId, setChosenId] = useState<string>()
  const [isWriting, setWriting] = useState(false)
  const [tagWords, setTagWords] = useState<TagWords>()
  const openPieces = pieces.filter(({ state }) => state !== 'verified')
  const current = openPieces.find(({ instanceId }) => instanceId === chosenId) ?? openPieces[0]

  const write = async (piece: PlannedTag) => {
    if (!reader) return
    setWriting(true)
    setTagWords(undefined)
    const words = await outcomeWords(() => writeTag(reader, jobOf(piece)), piece.instanceName)
    await onChange()
    setTagWords(words)
    setChosenId(undefined)
    setWriting(false)
    if (words) host.signal(words.good ? 'hit' : 'error')
  }
  const anew = async ({ instanceId, instanceName }: PlannedTag) => {
    const sure = await confirm({
      title: t('给{name}换一个新标签?', { name: instanceName }),
      text: t('新标签写好并核对后，旧标签就不再代表它。'),
      yes: t('换新标签'),
    })
    if (!sure) return
    try {
      await call(rfidPlan, { ids: [instanceId], anew: true })
      await onChange()
      setChosenId(instanceId)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }

  return (
    <Page
      text={t('已写好 {n} / {all}', { n: pieces.length - openPieces.length, all: pieces.length })}
      bottom={
        current && (
          <Button size="large" wide icon={PenLine} busy={isWriting} disabled={!reader?.write} onClick={() => void write(current)}>
            {current.state === 'written' ? t('核对标签') : t('写入标签')}
          </Button>
        )
      }
    >
      <div className="wide:grid wide:grid-cols-2 wide:items-start wide:gap-x-6">
        <div>
          <ReaderBar className="mb-3" />
          {reader && !reader.write && <p className="mb-3 px-1 text-small text-warn">{t('这个读写器不能写标签，请换一种连接方式。')}</p>}
          <CurrentTag piece={current} outcome={tagWords} />
        </div>
        <Section title={t('标签（{count}）', { count: pieces.length })}>
          <ul>
            {pieces.map((piece) => (
              <TagRow
                key={piece.instanceId}
                piece={piece}
                canChoose={piece !== current && !isWriting}
                onRenew={() => void anew(piece)}
                onChoose={() => setChosenId(piece.instanceId)}
              />
            ))}
          </ul>
        </Section>
      </div>
    </Page>
  )
}

/** The tag that is written now, and how the last one went. */
const CurrentTag = ({ piece, outcome }: { piece: PlannedTag | undefined; outcome: TagWords | undefined }) => (
  <Card className="mb-4 text-center">
    {piece ? (
      <>
        <p className="text-small text-quiet">{t('现在写')}</p>
        <p className="mt-1 text-title font-semibold">{piece.instanceName}</p>
        <p className="mt-0.5 text-body text-quiet">{piece.instanceCode}</p>
        <p className="mt-3 break-all font-mono text-small text-quiet">{piece.epc}</p>
        <p className="mt-3 text-small text-quiet">{t('只放一个标签在读写器前，其他的拿远一些；功率低一些更稳妥。')}</p>
      </>
    ) : (
      <p className="flex flex-col items-center gap-2 py-4 text-title font-medium">
        <CircleCheck size={36} strokeWidth={1.5} className="text-good" aria-hidden />
        {t('都写好了')}
      </p>
    )}
    <p role="status" className={`min-h-6 text-body ${outcome ? 'mt-3' : ''} ${outcome?.good ? 'text-good' : 'text-bad'}`}>
      {outcome?.words}
    </p>
  </Card>
)

type TagRowProps = { piece: PlannedTag; canChoose: boolean; onRenew: () => void; onChoose: () => void }

const TagRow = ({ piece, canChoose, onRenew, onChoose }: TagRowProps) => (
  <li className="flex items-center gap-3 border-b border-line py-2.5 pl-4 pr-2 last:border-none">
    <span className="min-w-0 flex-1">
      <span className="block truncate text-body">{piece.instanceName}</span>
      <span className="block truncate text-small text-quiet">{[piece.instanceCode, wordsOfEpc(piece.epc)].join(' · ')}</span>
    </span>
    <Tag tone={tones[piece.state]}>{t(stateWords[piece.state])}</Tag>
    {piece.state === 'verified' ? (
      <Button kind="plain" size="small" onClick={onRenew}>
        {t('换新')}
      </Button>
    ) : (
      <Button kind="plain" size="small" disabled={!canChoose} onClick={onChoose}>
        {t('先写它')}
      </Button>
    )}
  </li>
)

const stateWords = { planned: '待写', written: '待核对', verified: '已写好' } as const
const tones = { planned: 'plain', written: 'warn', verified: 'good' } as const

const wordsOfEpc = (epc: string): string => {
  const read = decodeEpc(epc)
  return read ? epcWords(read) : epc
}

const jobOf = ({ instanceId, epc }: PlannedTag) => ({
  epc,
  own: decodeEpc(epc) === undefined,
  ofAnother: async (read: string) => {
    const [foundTag] = (await call(rfidMatch, { tags: [{ epc: read }] }, { quiet: true })).found
    return foundTag && foundTag.row.id !== instanceId ? String(foundTag.row['instanceName'] ?? '') : undefined
  },
  written: () => call(rfidWritten, { instanceId, epc }, { quiet: true }),
  verified: (tid: string | undefined) => call(rfidVerified, { instanceId, epc, ...(tid && { tid }) }, { quiet: true, fresh: true }),
})

/** How it ended, in words. */
const outcomeWords = async (write: () => Promise<TagOutcome>, name: string): Promise<{ words: string; good: boolean }> => {
  try {
    const outcome = await write()
    switch (outcome.t) {
      case 'verified':
        return { words: t('{name}的标签写好了', { name }), good: true }
      case 'wait':
        return {
          words: outcome.why === 'none' ? t('没有读到标签，请把标签放到读写器前') : t('附近有几个标签，请只留一个，或把功率调低'),
          good: false,
        }
      case 'another':
        return { words: t('这是{name}的标签，没有改动，请换一个', { name: outcome.name }), good: false }
      case 'notTaken':
        return { words: t('没有写进去，请靠近再写一次'), good: false }
    }
  } catch (error) {
    if (error instanceof ReaderFault) return { words: troubleWords(error.trouble), good: false }
    if (error instanceof CallError) return { words: error.message, good: false }
    throw error
  }
}
