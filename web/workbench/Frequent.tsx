import { purposeOf } from '../../domain/approval/flow/title.ts'
import { Grid } from '../look/Grid.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { useResources } from '../screen.ts'
import { screenAt } from '../screens.ts'
import { isSet, recentVisits, useSession } from '../session/session.ts'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'
import { Group, itemOf, pathOf } from './MenuGroup.tsx'
import { menuIcon } from './menuIcon.ts'

/** What a person opened last, and what the menu names as much used. */
export default function Frequent() {
  const { uid } = useSession()
  const resources = useResources()
  const recent = recentVisits(uid)
  return (
    <>
      <Group title={t('最近访问')}>
        {recent.length === 0 ? (
          <p className="px-1 py-6 text-center text-body text-quiet">{t('打开过的功能会出现在这里')}</p>
        ) : (
          <Grid
            items={recent.map((visit) => ({
              key: visit.path,
              title: purposeOf(t(visit.title || visit.name)),
              icon: menuIcon(visit.mobileIcon ?? visit.icon),
              color: visit.color,
              onPress: () => goHref(visit.path),
            }))}
          />
        )}
      </Group>
      {resources === undefined ? (
        <Skeleton />
      ) : (
        <Group title={t('常用服务')}>
          <Grid
            items={resources
              .filter((entry) => isSet(entry.offenUse) && screenAt(pathOf(entry)) !== undefined)
              .map((entry) => itemOf(entry))}
          />
        </Group>
      )}
    </>
  )
}
