import { codeTitles } from '../../domain/access/matrix.ts'
import { personRights } from '../../domain/access/roleOperations.ts'
import { roleScopes, type RoleScope } from '../../domain/access/roleRights.ts'
import type { FunctionCode } from '../../domain/rules/functionCode.ts'
import { useAsk } from '../ask.ts'
import { Section } from '../look/Card.tsx'
import { Value } from '../look/Cell.tsx'
import { Problem } from '../look/Problem.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { t } from '../words.ts'
import { RoleChanges } from './RoleHistory.tsx'
import { HideableNames } from './HideableNames.tsx'

/** Which role gives a person which scope and which right, line by line; what every employee may do is left out. */
export const PersonRights = ({ uid }: { uid: string }) => {
  const { data, error, refetch } = useAsk(personRights, { uid })
  if (error) return <Problem error={error} onRetry={refetch} />
  if (!data) return <Skeleton rows={6} picture={false} />
  const { codes, scopes, places, departments, categories, hiddenFields } = data
  const names = (roles: readonly string[]) => roles.map((name) => t(name)).join(t('、'))
  return (
    <>
      <Section title={t('数据范围')}>
        {scopes.map(({ scope, roles }) => (
          <Value key={scope} label={names(roles)}>
            {t(roleScopes[scope as RoleScope] ?? scope)}
          </Value>
        ))}
        {places.length > 0 && <Value label={t('区域')}>{places.join(t('、'))}</Value>}
        {departments.length > 0 && <Value label={t('部门')}>{departments.join(t('、'))}</Value>}
        {categories.length > 0 && <Value label={t('分类')}>{categories.join(t('、'))}</Value>}
        {hiddenFields.length > 0 && (
          <Value label={t('隐藏的列')}>
            <HideableNames keys={hiddenFields} />
          </Value>
        )}
      </Section>
      <RoleChanges of={{ uid }} />
      <Section title={t('权限（{count}项）', { count: codes.length })} note={t('此外还能做普通员工能做的一切。')}>
        <ul>
          {codes.map(({ code, roles }) => (
            <li key={code} className="flex items-baseline justify-between gap-3 border-b border-line px-4 py-2 text-small last:border-none">
              <span className="min-w-0">
                {codeTitles(code as FunctionCode)
                  .map((words) => t(words))
                  .join(t('：'))}
              </span>
              <span className="shrink-0 text-right text-quiet">{names(roles)}</span>
            </li>
          ))}
        </ul>
      </Section>
    </>
  )
}
