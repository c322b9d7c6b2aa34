import { useState } from 'react'
import { canBeUnique, canHaveDefault, canHaveUnit, type OwnField, ownFieldPresets } from '../../domain/records/ownFields/ownField.ts'
import { ownFieldRetire, ownFieldSave } from '../../domain/records/ownFields/ownFieldOperations.ts'
import { asTexts, type Field, fieldWith, isEmpty, type FieldType, type Noun } from '../../kernel/field.ts'
import { holdsFiles, presets } from '../../kernel/fields/kinds.ts'
import { ControlParts, ControlSettings } from '../approval/design/form/ControlSettings.tsx'
import { kindLooks } from '../approval/design/form/kindLook.ts'
import { CallError } from '../call.ts'
import { FieldControl } from '../forms/FieldControl.tsx'
import { Button } from '../look/Button.tsx'
import { Card, Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Switch } from '../look/fields/Switch.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { useSend } from '../send.ts'
import { t } from '../words.ts'

type Rule = 'isRequired' | 'isRequiredAtStockIn' | 'isUnique' | 'isOpen' | 'isCounted' | 'isOnLines' | 'isSensitive'

type Draft = Pick<OwnField, 'label' | Rule | 'categoryIds' | 'control' | 'defaultValue'> & {
  readonly englishLabel: string
  readonly hint: string
  readonly unit: string
}

type Props = { noun: Noun; field: OwnField | undefined; onDone: () => void }

/** One field of the organisation: what it holds is chosen first and stays, everything else may change. */
export const OwnFieldEditor = ({ noun, field, onDone }: Props) => {
  const [draft, setDraft] = useState<Draft | undefined>(field && draftOf(field))
  if (!draft) return <KindChoice onChoose={(control) => setDraft({ ...emptyDraft, control })} />
  return <DraftForm noun={noun} field={field} draft={draft} onChange={(part) => setDraft({ ...draft, ...part })} onDone={onDone} />
}

const emptyDraft = {
  label: '',
  englishLabel: '',
  hint: '',
  unit: '',
  isRequired: false,
  isRequiredAtStockIn: false,
  isUnique: false,
  isOpen: false,
  isCounted: false,
  isOnLines: false,
  isSensitive: false,
  categoryIds: [],
  defaultValue: null,
}

const draftOf = ({ label, englishLabel, hint, unit, categoryIds, control, defaultValue, ...rules }: OwnField): Draft => ({
  label,
  englishLabel: englishLabel ?? '',
  hint: hint ?? '',
  unit: unit ?? '',
  isRequired: rules.isRequired,
  isRequiredAtStockIn: rules.isRequiredAtStockIn,
  isUnique: rules.isUnique,
  isOpen: rules.isOpen,
  isCounted: rules.isCounted,
  isOnLines: rules.isOnLines,
  isSensitive: rules.isSensitive,
  categoryIds,
  control,
  defaultValue,
})

const KindChoice = ({ onChoose }: { onChoose: (control: FieldType) => void }) => (
  <Card flush>
    {ownFieldPresets.map((preset) => {
      const { icon, title } = kindLooks[preset]
      return <Cell key={preset} icon={icon} title={t(title)} onPress={() => onChoose(presets[preset].make((n) => t('选项{n}', { n })))} />
    })}
  </Card>
)

type FormProps = Props & { draft: Draft; onChange: (part: Partial<Draft>) => void }

const DraftForm = ({ noun, field, draft, onChange, onDone }: FormProps) => {
  const saveCall = useSend(ownFieldSave, { done: '已保存' })
  const retireCall = useSend(ownFieldRetire)
  const attempt = async (act: () => Promise<unknown>) => {
    try {
      await act()
      onDone()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
  const save = () =>
    attempt(() =>
      saveCall.send({
        ...draft,
        noun,
        categoryIds: [...draft.categoryIds],
        isUnique: draft.isUnique && canBeUnique(draft.control),
        defaultValue: canHaveDefault(draft) && !isEmpty(draft.defaultValue) ? draft.defaultValue : null,
        ...(field && { key: field.key, version: field.version }),
      }),
    )
  return (
    <>
      <div className="scroller min-h-0 flex-1">
        <Section>
          <TextField label={t('名称')} required maxLength={40} value={draft.label} onChange={(label) => onChange({ label })} />
          <TextField
            label={t('英文名称')}
            maxLength={60}
            value={draft.englishLabel}
            placeholder={t('选填，英文界面里显示')}
            onChange={(englishLabel) => onChange({ englishLabel })}
          />
          <TextField
            label={t('填写说明')}
            maxLength={200}
            value={draft.hint}
            placeholder={t('显示在字段下方（选填）')}
            onChange={(hint) => onChange({ hint })}
          />
          {canHaveUnit(draft.control) && (
            <TextField
              label={t('单位')}
              maxLength={10}
              value={draft.unit}
              placeholder={t('选填，例如：kW、㎡')}
              onChange={(unit) => onChange({ unit })}
            />
          )}
          <ControlSettings control={draft.control} onChange={(control) => onChange({ control })} />
        </Section>
        <ControlParts control={draft.control} onChange={(control) => onChange({ control })} />
        {canHaveDefault(draft) && (
          <Section>
            <FieldControl
              field={fieldWith('默认值', draft.control, 'never', '新增、入库和导入时，没有填写就用它')}
              value={draft.defaultValue}
              onChange={(defaultValue) => onChange({ defaultValue })}
            />
          </Section>
        )}
        <Rules noun={noun} draft={draft} onChange={onChange} />
      </div>
      <div className="flex shrink-0 flex-col gap-3 pt-3">
        <Button size="large" wide busy={saveCall.sending} disabled={draft.label.trim() === ''} onClick={() => void save()}>
          {t('保存')}
        </Button>
        {field && (
          <Button
            size="large"
            wide
            kind={field.isRetired ? 'secondary' : 'danger'}
            busy={retireCall.sending}
            onClick={() => void attempt(() => retireCall.send({ noun, key: field.key, isRetired: !field.isRetired }))}
          >
            {t(field.isRetired ? '重新启用' : '停用字段')}
          </Button>
        )}
      </div>
    </>
  )
}

/** Categories of assets, with what lies below them. */
export const categoriesField = (hint = '含下级分类；不选时所有资产都有'): Field =>
  fieldWith('适用的资产分类', { type: 'reference', to: 'category', many: true, filter: { catKind: 'asset' } }, 'never', hint)

const Rules = ({ noun, draft, onChange }: Pick<FormProps, 'noun' | 'draft' | 'onChange'>) => (
  <Section title={t('规则')}>
    {noun === 'asset' && (
      <FieldControl field={categoriesField()} value={draft.categoryIds} onChange={(value) => onChange({ categoryIds: asTexts(value) })} />
    )}
    <Switch
      label={t('必填')}
      text={t('登记、入库和导入时必须填写；已登记的补填前不受影响')}
      value={draft.isRequired}
      onChange={(isRequired) => onChange({ isRequired })}
    />
    {noun === 'asset' && !draft.isRequired && !holdsFiles(draft.control) && (
      <Switch
        label={t('入库时必填')}
        text={t('在资产入库单上填写，写到入库的资产上')}
        value={draft.isRequiredAtStockIn}
        onChange={(isRequiredAtStockIn) => onChange({ isRequiredAtStockIn })}
      />
    )}
    {noun === 'asset' && !holdsFiles(draft.control) && (
      <Switch
        label={t('盘点时显示')}
        text={t('盘点的人看到登记的内容，可以更正')}
        value={draft.isCounted}
        onChange={(isCounted) => onChange({ isCounted })}
      />
    )}
    {noun === 'asset' && !holdsFiles(draft.control) && (
      <Switch
        label={t('单据上显示')}
        text={t('领用、归还、维修等单据的明细里，显示资产登记的内容')}
        value={draft.isOnLines}
        onChange={(isOnLines) => onChange({ isOnLines })}
      />
    )}
    {canBeUnique(draft.control) && (
      <Switch label={t('要求唯一')} text={t('没有两条记录相同')} value={draft.isUnique} onChange={(isUnique) => onChange({ isUnique })} />
    )}
    {draft.control.type === 'text' && !draft.isOpen && (
      <Switch
        label={t('敏感内容')}
        text={t('不能用关键字搜到；角色可以把它设为隐藏的列')}
        value={draft.isSensitive}
        onChange={(isSensitive) => onChange({ isSensitive })}
      />
    )}
    {!holdsFiles(draft.control) && !draft.isSensitive && (
      <Switch
        label={t('管理范围外可见')}
        text={t('不在管理范围内的人也能看到和查找')}
        value={draft.isOpen}
        onChange={(isOpen) => onChange({ isOpen })}
      />
    )}
  </Section>
)
