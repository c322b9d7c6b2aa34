import { LibraryBig, Plus, Rows3 } from 'lucide-react'
import { useState } from 'react'
import { recordKinds, recordOf } from '../../domain/records/all.ts'
import { thingOf } from '../../domain/records/define.ts'
import type { OwnField } from '../../domain/records/ownFields/ownField.ts'
import { ownFieldList } from '../../domain/records/ownFields/ownFieldOperations.ts'
import type { Noun } from '../../kernel/field.ts'
import { useAsk } from '../ask.ts'
import { Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { Empty } from '../look/Empty.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { t } from '../words.ts'
import { OwnFieldEditor } from './OwnFieldEditor.tsx'
import { FieldRow, FieldRows } from './OwnFieldRows.tsx'
import { OwnFieldSets } from './OwnFieldSets.tsx'

type Dialog = { readonly field: OwnField | undefined } | 'sets'

/** The fields that the organisation adds to its records: which there are, and how each is made. */
export default function OwnFields() {
  const [noun, setNoun] = useState<Noun>('asset')
  const [dialog, setDialog] = useState<Dialog>()
  const { data, error, refetch } = useAsk(ownFieldList, {}, { staleMs: 0 })
  if (!data) return <Pending error={error} onRetry={refetch} />
  const fields = data.list.filter((field) => field.noun === noun)
  const activeFields = fields.filter(({ isRetired }) => !isRetired)
  const retiredFields = fields.filter(({ isRetired }) => isRetired)
  const close = () => setDialog(undefined)
  return (
    <Page
      width="form"
      right={<IconButton icon={Plus} label={t('新增字段')} onClick={() => setDialog({ field: undefined })} />}
      onRefresh={refetch}
    >
      <Section>
        <Choice
          label={t('加在哪里')}
          required
          value={noun}
          onChange={(value) => setNoun(recordKinds.find((kind) => kind.noun === value)?.noun ?? 'asset')}
          options={recordKinds.map((kind) => ({ value: kind.noun, label: thingOf(kind) }))}
        />
      </Section>
      {activeFields.length === 0 ? (
        <Empty
          icon={Rows3}
          title={t('还没有自定义字段')}
          text={t('为{thing}添加自己的字段，立即出现在卡片、表单、列表、筛选、导入和导出里。', { thing: t(thingOf(recordOf(noun))) })}
          action={{ label: t('新增字段'), onPress: () => setDialog({ field: undefined }) }}
        />
      ) : (
        <FieldRows key={noun} noun={noun} fields={activeFields} onOpen={(field) => setDialog({ field })} />
      )}
      {noun === 'asset' && (
        <Section>
          <Cell
            icon={LibraryBig}
            title={t('成套字段')}
            text={t('房屋、土地、车辆、文物、图书、软件等卡片')}
            onPress={() => setDialog('sets')}
          />
        </Section>
      )}
      {retiredFields.length > 0 && (
        <Section title={t('停用的字段')} note={t('停用的字段不再填写，已填的内容仍在卡片上，可以重新启用。')}>
          {retiredFields.map((field) => (
            <FieldRow key={field.key} field={field} onPress={() => setDialog({ field })} />
          ))}
        </Section>
      )}
      <Sheet open={dialog !== undefined} onClose={close} title={titleOf(dialog)} tall>
        {dialog === 'sets' && <OwnFieldSets onDone={close} />}
        {dialog !== undefined && dialog !== 'sets' && (
          <OwnFieldEditor key={dialog.field?.key ?? 'new'} noun={noun} field={dialog.field} onDone={close} />
        )}
      </Sheet>
    </Page>
  )
}

const titleOf = (dialog: Dialog | undefined): string => {
  if (dialog === 'sets') return t('成套字段')
  return t(dialog?.field ? '自定义字段' : '新增字段')
}
