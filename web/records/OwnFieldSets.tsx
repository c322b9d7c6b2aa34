import { useState } from 'react'
import { ownFieldDeliver } from '../../domain/records/ownFields/ownFieldOperations.ts'
import { ownFieldSets } from '../../domain/records/ownFields/ownFieldSets.ts'
import { asTexts } from '../../kernel/field.ts'
import { presetOf } from '../../kernel/fields/kinds.ts'
import { kindLooks } from '../approval/design/form/kindLook.ts'
import { CallError } from '../call.ts'
import { FieldControl } from '../forms/FieldControl.tsx'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Value } from '../look/Cell.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { useSend } from '../send.ts'
import { t } from '../words.ts'
import { categoriesField } from './OwnFieldEditor.tsx'

/** The delivered sets of fields, for the cards that public bodies keep: one is added to the categories that it is about. */
export const OwnFieldSets = ({ onDone }: { onDone: () => void }) => {
  const [key, setKey] = useState(ownFieldSets[0]?.key ?? '')
  const [categoryIds, setCategoryIds] = useState<readonly string[]>([])
  const deliverCall = useSend(ownFieldDeliver, { done: '成套字段已启用' })
  const set = ownFieldSets.find((fieldSet) => fieldSet.key === key)
  const add = async () => {
    try {
      await deliverCall.send({ set: key, categoryIds: [...categoryIds] })
      onDone()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
  return (
    <>
      <Section>
        <Choice
          label={t('卡片')}
          required
          value={key}
          onChange={setKey}
          options={ownFieldSets.map(({ key: value, title }) => ({ value, label: title }))}
        />
        <FieldControl
          field={{ ...categoriesField('含下级分类'), required: 'always' }}
          value={categoryIds}
          onChange={(value) => setCategoryIds(asTexts(value))}
        />
      </Section>
      <Section title={t('包含的字段')} note={t('启用后可以逐个修改或停用；同名的字段已存在时只加上分类。')}>
        {set?.fields.map(({ label, control, isRequired }) => (
          <Value key={label} label={t(label)}>
            {[t(kindLooks[presetOf(control)].title), isRequired && t('必填')].filter(Boolean).join(' · ')}
          </Value>
        ))}
      </Section>
      <Button size="large" wide busy={deliverCall.sending} disabled={categoryIds.length === 0} onClick={() => void add()}>
        {t('启用')}
      </Button>
    </>
  )
}
