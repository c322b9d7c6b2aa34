import { Empty } from '../look/Empty.tsx'
import { Page } from '../look/Page.tsx'
import { BesideTitle, useScreen } from '../screen.ts'
import { openTab, replaceHref } from '../travel.ts'
import { hrefOf } from '../frames.ts'
import { t } from '../words.ts'
import { useRoleSwitch } from '../entrance/roleSwitch.ts'

/** What stands where a screen would, and why it does not. */
export default function Nowhere({ why }: { why: keyof typeof reasons }) {
  // What one cannot open is no place to keep.
  return <BesideTitle value={null}>{why === 'refused' ? <Refused /> : <Reason why={why} />}</BesideTitle>
}

const Reason = ({ why, action = toWorkbench() }: { why: keyof typeof reasons; action?: { label: string; onPress: () => void } }) => (
  <Page>
    <Empty title={t(reasons[why].title)} text={t(reasons[why].text)} action={action} />
  </Page>
)

const toWorkbench = () => ({ label: t('回到工作台'), onPress: () => openTab('/pages/index/index') })

/** A manager who works as an employee right now may be shown the screen in the other view. */
const Refused = () => {
  const { path, search } = useScreen()
  const { views, current, switchTo } = useRoleSwitch()
  if (current === 'manager' || !views.some(({ view }) => view === 'manager')) return <Reason why="refused" />
  const change = async () => {
    await switchTo('manager')
    replaceHref(hrefOf(path, search))
  }
  return <Reason why="employee" action={{ label: t('切换到管理视图'), onPress: () => void change() }} />
}

const reasons = {
  refused: { title: '您没有打开此页的权限', text: '需要时请联系管理员为您开通。' },
  employee: { title: '此页在管理视图中', text: '您现在用的是员工视图，切换后即可打开。' },
  incomplete: { title: '链接不完整', text: '请从列表中重新打开。' },
  unknown: { title: '页面不存在', text: '链接可能有误，或页面已经移走。' },
}
