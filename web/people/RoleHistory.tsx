import { codeTitles } from '../../domain/access/matrix.ts'
import { roleChanges, type RoleDifference } from '../../domain/access/roleOperations.ts'
import { roleScopes, type RoleScope } from '../../domain/access/roleRights.ts'
import { roleHistory } from '../../domain/access/userOperations.ts'
import type { FunctionCode } from '../../domain/rules/functionCode.ts'
import { useAsk } from '../ask.ts'
import { Section } from '../look/Card.tsx'
import { useName } from '../forms/names.ts'
import { when } from '../shell/when.ts'
import { t } from '../words.ts'
import { HideableNames } from './HideableNames.tsx'

const rowsShown = 30

/** Who gave a role to whom, and who took it away. */
export const RoleHistory = ({ roleCode }: { roleCode: string }) => {
  const { data } = useAsk(roleHistory, { roleCode, pageSize: rowsShown })
  if (!data || data.list.length === 0) return null
  return (
    <Section title={t('授权记录')}>
      <ul>
        {data.list.map(({ id, userName, granted: isGranted, byName, at }) => (
          <li key={id} className="flex items-baseline justify-between gap-3 border-b border-line px-4 py-2.5 text-small last:border-none">
            <span className="min-w-0">
              {byName === null
                ? t(isGranted ? '{name}获得了这个角色' : '{name}失去了这个角色', { name: userName })
                : t(isGranted ? '{by}授予了{name}' : '{by}收回了{name}的', { by: byName, name: userName })}
            </span>
            <span className="shrink-0 text-faint">{when(at)}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const actionWords = { save: '新建了角色', update: '修改了角色', delete: '删除了角色', preview: '预览了权限' } as const

/** How a role was changed, with what differs, and who looked at what a role or a person gets. */
export const RoleChanges = ({ of }: { of: { roleCode: string } | { uid: string } }) => {
  const { data } = useAsk(roleChanges, { ...of, pageSize: rowsShown })
  if (!data || data.list.length === 0) return null
  return (
    <Section title={t('变更记录')}>
      <ul>
        {data.list.map(({ id, action, byName, at, differences }) => (
          <li key={id} className="border-b border-line px-4 py-2.5 text-small last:border-none">
            <p className="flex items-baseline justify-between gap-3">
              <span className="min-w-0">
                {byName} · {t(actionWords[action])}
              </span>
              <span className="shrink-0 text-faint">{when(at)}</span>
            </p>
            {action !== 'delete' && (
              <ul className="mt-1 space-y-0.5 text-quiet">
                {differences.map((difference) => (
                  <Difference key={difference.key} difference={difference} />
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

const keyWords: Readonly<Record<string, string>> = {
  roleName: '角色名称',
  description: '说明',
  codes: '权限',
  scopes: '数据范围',
  categoryIds: '分类',
  hiddenFields: '隐藏的列',
}

const Difference = ({
  difference: { key, before, after, removed: removedValues = [], added: addedValues = [] },
}: {
  difference: RoleDifference
}) => (
  <li className="break-words">
    {t(keyWords[key] ?? key)}
    {t('：')}
    {after !== undefined && (before ? `${before} → ${after || '—'}` : after || '—')}
    {addedValues.length > 0 && (
      <span className="text-good">
        {' + '}
        <Entries of={key} values={addedValues} />
      </span>
    )}
    {removedValues.length > 0 && (
      <span className="text-bad">
        {' − '}
        <Entries of={key} values={removedValues} />
      </span>
    )}
  </li>
)

const Entries = ({ of, values }: { of: string; values: readonly string[] }) => {
  if (of === 'categoryIds')
    return values.map((id, index) => (
      <span key={id}>
        {index > 0 && t('、')}
        <CategoryName id={id} />
      </span>
    ))
  if (of === 'hiddenFields') return <HideableNames keys={values} />
  return values.map((value) => entryWords(of, value)).join(t('、'))
}

const CategoryName = ({ id }: { id: string }) => useName('category', id)

const entryWords = (column: string, value: string): string => {
  if (column === 'codes')
    return codeTitles(value as FunctionCode)
      .map((words) => t(words))
      .join(t('：'))
  if (column === 'scopes') return t(roleScopes[value as RoleScope] ?? value)
  return value
}
