import type { CSSProperties } from 'react'
import type { FormField } from '../../../../domain/approval/form/filling.ts'
import { permissionOf, type FieldPermission, type FieldPermissions } from '../../../../domain/approval/form/form.ts'
import { permissionWords } from '../../../../domain/approval/design/settings.ts'
import { Card } from '../../../look/Card.tsx'
import { Empty } from '../../../look/Empty.tsx'
import { t } from '../../../words.ts'
import { useDesign } from './design.ts'
import { labelOf } from './fields.ts'
import { Dot } from './settingFields.tsx'

const allPermissions: readonly FieldPermission[] = ['hide', 'read', 'write', 'required']

/** What may be done with every field of the form here. `unnamed` is what holds for fields of which nothing is said. */
export const FieldTable = ({
  permissions,
  unnamed,
  offered = allPermissions,
  onChange,
}: {
  permissions: FieldPermissions
  unnamed: FieldPermission
  offered?: readonly FieldPermission[]
  onChange: (permissions: FieldPermissions) => void
}) => {
  const { fields, edit } = useDesign()
  const set = (chosenFields: readonly FormField[], permission: FieldPermission) => {
    const next = { ...permissions }
    for (const field of chosenFields) {
      if (!isOffered(field, permission)) continue
      delete next[field.path]
      if (permissionOf(next, field.path, unnamed) !== permission) next[field.path] = permission
    }
    onChange(next)
  }
  if (fields.length === 0) return <Empty title={t('表单还没有字段')} />
  const tracks = { gridTemplateColumns: `minmax(0,1fr) repeat(${offered.length}, 3.25rem)` }
  return (
    <Card flush className="mb-4">
      <div role="table" aria-label={t('字段权限')}>
        <PermissionHeads tracks={tracks} choices={offered} disabled={!edit} onChoose={(permission) => set(fields, permission)} />
        {fields.map((field) => {
          const ownPermission = permissionOf(permissions, field.path, unnamed)
          return (
            <FieldRow
              key={field.path}
              field={field}
              tracks={tracks}
              choices={offered}
              permission={isOffered(field, ownPermission) ? ownPermission : 'read'}
              disabled={!edit}
              onChoose={(permission) => set([field], permission)}
            />
          )
        })}
      </div>
    </Card>
  )
}

type PermissionHeadsProps = {
  tracks: CSSProperties
  choices: readonly FieldPermission[]
  disabled: boolean
  onChoose: (permission: FieldPermission) => void
}

/** The head of the table: each permission sets all fields. */
const PermissionHeads = ({ tracks, choices, disabled, onChoose }: PermissionHeadsProps) => (
  <div role="row" style={tracks} className="grid items-center border-b border-line bg-sunken/60 pl-4 pr-1 text-small text-quiet">
    <span role="columnheader">{t('字段')}</span>
    {choices.map((permission) => (
      <span key={permission} role="columnheader" className="text-center">
        <button
          type="button"
          disabled={disabled}
          title={t('全部设为{permission}', { permission: t(permissionWords[permission]) })}
          onClick={() => onChoose(permission)}
          className="h-10 w-full"
        >
          {t(permissionWords[permission])}
        </button>
      </span>
    ))}
  </div>
)

type FieldRowProps = {
  field: FormField
  tracks: CSSProperties
  choices: readonly FieldPermission[]
  permission: FieldPermission
  disabled: boolean
  onChoose: (permission: FieldPermission) => void
}

/** One field with what may be done with it. */
const FieldRow = ({ field, tracks, choices, permission, disabled, onChoose }: FieldRowProps) => {
  const label = labelOf(field)
  return (
    <div role="row" style={tracks} className="grid min-h-11 items-center border-b border-line pl-4 pr-1 last:border-none">
      <span role="rowheader" className="flex min-w-0 items-center gap-2 text-body">
        <span className="truncate">{label}</span>
        {field.from !== undefined && <span className="shrink-0 text-small text-faint">{t('自动计算')}</span>}
      </span>
      {choices.map((choice) => (
        <span key={choice} role="cell" className="flex justify-center">
          {isOffered(field, choice) && (
            <button
              type="button"
              role="radio"
              aria-checked={permission === choice}
              aria-label={`${label} ${t(permissionWords[choice])}`}
              disabled={disabled}
              onClick={() => onChoose(choice)}
              className="flex h-11 w-full items-center justify-center"
            >
              <Dot on={permission === choice} />
            </button>
          )}
        </span>
      ))}
    </div>
  )
}

/** What is computed is shown or kept from people, never entered. */
const isOffered = ({ from }: FormField, permission: FieldPermission): boolean =>
  from === undefined || permission === 'hide' || permission === 'read'
