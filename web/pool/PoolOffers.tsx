import { Plus } from 'lucide-react'
import { useState } from 'react'
import { gsBorrowOrder } from '../../domain/documents/asset/borrow.ts'
import { gsOutstockOrder } from '../../domain/documents/asset/outstock.ts'
import { withAssetsHref } from '../../domain/documents/offers.ts'
import { poolList, poolOffer, type PoolRow, poolWithdraw } from '../../domain/pool/operations.ts'
import { assets, text } from '../../kernel/field.ts'
import { FieldControl } from '../forms/FieldControl.tsx'
import { ignoreCallError } from '../ignoreCallError.ts'
import { WriteButton } from '../licence/WriteButton.tsx'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { SearchBox } from '../look/fields/SearchBox.tsx'
import { List } from '../look/List.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Picture } from '../look/Picture.tsx'
import { Tag } from '../look/Tag.tsx'
import { usePages } from '../pages.ts'
import { detailHrefOf } from '../places.ts'
import { useSend } from '../send.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { when } from '../shell/when.ts'
import { idsOf } from '../shell/idIn.ts'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'

/** What is offered, newest first; a press asks for a piece. */
export const PoolOffers = () => {
  const [likeQuery, setLikeQuery] = useState('')
  const [isOpen, setOpen] = useState(false)
  const pages = usePages(poolList, likeQuery ? { likeQuery } : {})
  const offers = useAllowed()('gspool:offer')
  return (
    <>
      <div className="mx-auto flex w-full items-center gap-3 px-4 pb-3 wide:px-6">
        <div className="min-w-0 flex-1">
          <SearchBox value={likeQuery} onSearch={setLikeQuery} placeholder={t('搜索名称、编码')} />
        </div>
        {offers && (
          <Button size="small" icon={Plus} onClick={() => setOpen(true)}>
            {t('提供资产')}
          </Button>
        )}
      </div>
      <List
        pages={pages}
        keyOf={(row) => row.id}
        row={(row) => <Offer row={row} />}
        apart
        abreast={2}
        empty={{ title: t('资产池里还没有资产'), text: t('资产管理员提供的闲置资产会出现在这里，需要时可以直接申请。') }}
      />
      <OfferSheet open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

const Offer = ({ row }: { row: PoolRow }) => {
  const isAllowed = useAllowed()
  const { send, sending: busy } = useSend(poolWithdraw, { done: '已撤回' })
  const { id, name, code, model, picture, place, note, offeredBy, offeredAt, isAsked, isMine } = row
  return (
    <Card>
      <button type="button" onClick={() => goHref(detailHrefOf('asset', id))} className="pressable flex w-full items-start gap-3 text-left">
        <Picture src={picture ?? ''} alt="" className="size-16" />
        <span className="min-w-0 flex-1">
          <span className="flex items-start justify-between gap-2">
            <span className="min-w-0 text-body font-medium">{name}</span>
            {isAsked && <Tag tone="warn">{t('已有人申请')}</Tag>}
          </span>
          <span className="mt-0.5 block truncate text-small text-quiet">
            {code} · {model}
          </span>
          {note && <span className="mt-1 block text-small">{note}</span>}
          <span className="mt-1 block text-small text-faint">{[place, offeredBy, when(offeredAt)].filter(Boolean).join(' · ')}</span>
        </span>
      </button>
      <div className="mt-3 flex justify-end gap-2">
        {isMine && (
          <WriteButton kind="plain" size="small" busy={busy} onClick={() => void send({ id }).catch(ignoreCallError)}>
            {t('撤回提供')}
          </WriteButton>
        )}
        {isAllowed('gsborroworder:save') && (
          <Button kind="secondary" size="small" disabled={isAsked} onClick={() => goHref(withAssetsHref(gsBorrowOrder, [id]))}>
            {t('借用')}
          </Button>
        )}
        <Button size="small" disabled={isAsked} onClick={() => goHref(withAssetsHref(gsOutstockOrder, [id]))}>
          {t('领用')}
        </Button>
      </div>
    </Card>
  )
}

const piecesField = assets('闲置资产', { filter: { state: 'idle' } })
const noteField = text('说明', { required: 'never', lines: 3, max: 200 })

/** Chooses idle pieces and says a word about them. */
const OfferSheet = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const [pieces, setPieces] = useState<unknown>([])
  const [note, setNote] = useState<unknown>('')
  const { send, sending: busy } = useSend(poolOffer, { done: '已放入闲置资产池' })
  const ids = idsOf(pieces)
  const offer = async () => {
    await send({ ids, ...(typeof note === 'string' && note.trim() && { note: note.trim() }) })
    setPieces([])
    setNote('')
    onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('提供闲置资产')}
      footer={
        <WriteButton size="large" wide busy={busy} disabled={ids.length === 0} onClick={() => void offer().catch(ignoreCallError)}>
          {t('放入资产池')}
        </WriteButton>
      }
    >
      <Card flush>
        <FieldControl field={piecesField} value={pieces} onChange={setPieces} />
        <FieldControl field={noteField} value={note} onChange={setNote} />
      </Card>
    </Sheet>
  )
}
