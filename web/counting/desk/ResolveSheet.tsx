import { useState } from 'react'
import { countTaskResolve, type CountTaskRow, type CountUnknownRow } from '../../../domain/counting/operations.ts'
import { statesAtHand } from '../../../domain/ledger/ledger.ts'
import type { Id } from '../../../kernel/id.ts'
import { CallError } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import { Card } from '../../look/Card.tsx'
import { MoneyField } from '../../look/fields/MoneyField.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { Tabs } from '../../look/Tabs.tsx'
import { TextField } from '../../look/fields/TextField.tsx'
import { nameOf } from '../../forms/names.ts'
import { PictureUpload } from '../../forms/PictureUpload.tsx'
import { ReferenceField } from '../../forms/ReferenceField.tsx'
import { useSend } from '../../send.ts'
import { t } from '../../words.ts'

type Props = {
  task: Pick<CountTaskRow, 'id'>
  open: boolean
  onClose: () => void
  /** The code that nothing of ours bears; without one a thing that has none. */
  of?: CountUnknownRow | undefined
}

/** Says what an unknown code is: an asset that lost its label, or a thing without a card. */
export const ResolveSheet = (props: Props) => (
  <Sheet open={props.open} onClose={props.onClose} title={props.of ? t('这是什么？') : t('登记盘盈')}>
    {props.open && <Content key={props.of?.id ?? ''} {...props} />}
  </Sheet>
)

const Content = ({ task, onClose, of }: Props) => {
  const [becomes, setBecomes] = useState<'linked' | 'surplus'>(of && of.becomes !== 'surplus' ? 'linked' : 'surplus')
  const [assetId, setAssetId] = useState(of?.linked?.id ?? '')
  const [surplus, setSurplus] = useState<Surplus>({
    modelId: of?.surplus?.modelId ?? '',
    name: of?.surplus?.name ?? '',
    placeId: of?.place?.id ?? '',
    price: of?.surplus?.price ?? '',
    serial: '',
    pictures: of?.file ? [of.file] : [],
  })
  const { send, sending } = useSend(countTaskResolve, { done: '已处理' })
  const ready = becomes === 'linked' ? assetId !== '' : isComplete(surplus)
  const resolve = async () => {
    try {
      await send({
        taskId: task.id,
        ...(of && { id: of.id }),
        becomes,
        ...(becomes === 'linked' ? { assetId } : { surplus: surplusInput(surplus) }),
      })
      onClose()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
  return (
    <>
      {of && (
        <div className="shrink-0 pb-3">
          <Tabs
            look="pill"
            label={t('这是什么？')}
            value={becomes}
            onChange={setBecomes}
            tabs={[
              { value: 'linked', label: t('已有的资产') },
              { value: 'surplus', label: t('没有卡片的') },
            ]}
          />
        </div>
      )}
      <Card flush className="mb-4 shrink-0">
        {becomes === 'linked' ? (
          <ReferenceField
            control={{ type: 'reference', to: 'asset', many: false, filter: { states: statesAtHand } }}
            label={t('资产')}
            required
            hint={t('标签掉了或贴错的资产。它算已盘到，之后重打标签。')}
            value={assetId}
            onChange={setAssetId}
          />
        ) : (
          <SurplusFields surplus={surplus} onChange={(part) => setSurplus((before) => ({ ...before, ...part }))} />
        )}
      </Card>
      <Button size="large" wide busy={sending} disabled={!ready} onClick={() => void resolve()} className="shrink-0">
        {t('确定')}
      </Button>
    </>
  )
}

/** A thing without a card, as the books are to have it. */
type Surplus = {
  readonly modelId: Id | ''
  readonly name: string
  readonly placeId: Id | ''
  readonly price: string
  readonly serial: string
  readonly pictures: readonly string[]
}

const isComplete = ({ modelId, name, placeId }: Surplus): boolean => modelId !== '' && name.trim() !== '' && placeId !== ''

const surplusInput = ({ modelId, name, placeId, price, serial, pictures }: Surplus) => ({
  modelId,
  name: name.trim(),
  placeId,
  ...(price && { price }),
  ...(serial.trim() && { serial: serial.trim() }),
  ...(pictures[0] && { file: pictures[0] }),
})

type SurplusFieldsProps = { surplus: Surplus; onChange: (part: Partial<Surplus>) => void }

const SurplusFields = ({ surplus: { modelId, name, placeId, price, serial, pictures }, onChange }: SurplusFieldsProps) => (
  <>
    <ReferenceField
      control={{ type: 'reference', to: 'model', many: false }}
      label={t('资产型号')}
      required
      value={modelId}
      onChange={(id) => onChange({ modelId: id, ...(id && name === '' && { name: nameOf(id) ?? '' }) })}
    />
    <TextField label={t('资产名称')} required value={name} onChange={(name) => onChange({ name })} maxLength={60} />
    <ReferenceField
      control={{ type: 'reference', to: 'location', many: false }}
      label={t('在哪里')}
      required
      value={placeId}
      onChange={(placeId) => onChange({ placeId })}
    />
    <MoneyField
      label={t('重置成本')}
      value={price}
      onChange={(price) => onChange({ price })}
      hint={t('现在买同样的一件要多少钱，作为入账原值。')}
    />
    <TextField label={t('序列号')} value={serial} onChange={(serial) => onChange({ serial })} maxLength={60} />
    <PictureUpload label={t('照片')} value={pictures} onChange={(pictures) => onChange({ pictures })} max={1} />
  </>
)
