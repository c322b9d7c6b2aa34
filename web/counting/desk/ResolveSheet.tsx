import { useState } from 'react'
import { countTaskResolve, type CountTaskRow, type CountUnknownRow } from '../../../domain/counting/operations.ts'
import { statesAtHand } from '../../../domain/ledger/ledger.ts'
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
  const [modelId, setModelId] = useState(of?.surplus?.modelId ?? '')
  const [name, setName] = useState(of?.surplus?.name ?? '')
  const [placeId, setPlaceId] = useState(of?.place?.id ?? '')
  const [price, setPrice] = useState(of?.surplus?.price ?? '')
  const [serial, setSerial] = useState('')
  const [pictures, setPictures] = useState<readonly string[]>(of?.file ? [of.file] : [])
  const { send, sending } = useSend(countTaskResolve, { done: '已处理' })
  const ready = becomes === 'linked' ? assetId !== '' : modelId !== '' && name.trim() !== '' && placeId !== ''
  const resolve = async () => {
    try {
      await send({
        taskId: task.id,
        ...(of && { id: of.id }),
        becomes,
        ...(becomes === 'linked'
          ? { assetId }
          : {
              surplus: {
                modelId,
                name: name.trim(),
                placeId,
                ...(price && { price }),
                ...(serial.trim() && { serial: serial.trim() }),
                ...(pictures[0] && { file: pictures[0] }),
              },
            }),
      })
      onClose()
    } catch (refused) {
      if (!(refused instanceof CallError)) throw refused
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
          <>
            <ReferenceField
              control={{ type: 'reference', to: 'model', many: false }}
              label={t('资产型号')}
              required
              value={modelId}
              onChange={(id) => {
                setModelId(id)
                if (id && name === '') setName(nameOf(id) ?? '')
              }}
            />
            <TextField label={t('资产名称')} required value={name} onChange={setName} maxLength={60} />
            <ReferenceField
              control={{ type: 'reference', to: 'location', many: false }}
              label={t('在哪里')}
              required
              value={placeId}
              onChange={setPlaceId}
            />
            <MoneyField label={t('重置成本')} value={price} onChange={setPrice} hint={t('现在买同样的一件要多少钱，作为入账原值。')} />
            <TextField label={t('序列号')} value={serial} onChange={setSerial} maxLength={60} />
            <PictureUpload label={t('照片')} value={pictures} onChange={setPictures} max={1} />
          </>
        )}
      </Card>
      <Button size="large" wide busy={sending} disabled={!ready} onClick={() => void resolve()} className="shrink-0">
        {t('确定')}
      </Button>
    </>
  )
}
