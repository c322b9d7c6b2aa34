import { ClipboardCheck } from 'lucide-react'
import { countTaskList } from '../../../domain/operations/counting.ts'
import { Cell } from '../../look/Cell.tsx'
import { List } from '../../look/List.tsx'
import { Page } from '../../look/Page.tsx'
import { usePages } from '../../pages.ts'
import { go } from '../../travel.ts'
import { t } from '../../words.ts'
import { when } from '../when.ts'

/** The counts that wait for this person. */
export const MyCounts = () => {
  const pages = usePages(countTaskList, { state: 'open', mine: true })
  return (
    <Page scroll={false} title={t('我的盘点')}>
      <List
        pages={pages}
        keyOf={({ id }) => id}
        picture={false}
        row={({ id, name, dueOn, openedAt, numbers }) => (
          <Cell
            icon={ClipboardCheck}
            title={name}
            text={[dueOn && t('截止 {day}', { day: dueOn }), openedAt && t('{time}开始', { time: when(openedAt) })]
              .filter(Boolean)
              .join(' · ')}
            value={`${numbers.done}/${numbers.expected}`}
            onPress={() => go('/pages/goods/components/inventoryScan/index', { taskId: id })}
          />
        )}
        empty={{ title: t('没有要盘点的'), text: t('分派给您的盘点会出现在这里。') }}
      />
    </Page>
  )
}
