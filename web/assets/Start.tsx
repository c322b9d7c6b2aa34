import { BellRing, Smartphone, Users } from 'lucide-react'
import { dingtalkCalls, feishuCalls } from '../../domain/workplaces/hostOperations.ts'
import { type ReactNode, useState } from 'react'
import { hostPages } from '../../domain/workplaces/pageOperations.ts'
import { host } from '../../hosts/here.ts'
import { queryOf } from '../../hosts/query.ts'
import { useAsk } from '../ask.ts'
import { Installing } from '../installing/Installing.tsx'
import { useSearch } from '../screen.ts'
import { t } from '../words.ts'

/** How an organisation gets the app in the chat that carries the page or that the address names: Feishu, else DingTalk. */
export default function SampleIndex(): ReactNode {
  const [chat] = useState(() => queryOf('chat'))
  return chat === 'feishu' ? <InFeishu /> : <InDingtalk />
}

const InFeishu = () => {
  const { corpId } = useSearch('/pages/goods/mainpage/sampleIndex')
  const app = useAsk(hostPages, {}, { staleMs: 600_000 }).data?.feishu
  return (
    <Installing
      chat={t('飞书')}
      corpId={corpId || undefined}
      calls={{ standing: feishuCalls.validInstallFinish, retry: feishuCalls.retryOut, install: feishuCalls.install }}
      asks={[
        { icon: Users, title: t('通讯录部门和成员'), text: t('用于登录、选人和审批；只读，不会修改企业通讯录。') },
        { icon: Smartphone, title: t('手机号（可以不给）'), text: t('用于和已有账号对上，同一个人不会出现两次。') },
        { icon: BellRing, title: t('机器人消息'), text: t('待审批、到期归还等提醒；审批可以直接在消息卡片上处理。') },
      ]}
      steps={[
        app ? t('管理员点下面的按钮，或在飞书“工作台 › 应用目录”里搜索“在册”。') : t('管理员在飞书打开“工作台 › 应用目录”，搜索“在册”。'),
        t('点“获取”，选择可以使用的部门或成员。'),
        t('回到工作台打开在册，人员会自动同步。'),
      ]}
      begin={app ? async () => host.open(`https://app.feishu.cn/app/${app.appId}`) : undefined}
    />
  )
}

const InDingtalk = () => {
  const { corpId } = useSearch('/pages/goods/mainpage/sampleIndex')
  const store = useAsk(hostPages, {}, { staleMs: 600_000 }).data?.dingtalkStore
  return (
    <Installing
      chat={t('钉钉')}
      corpId={corpId || undefined}
      calls={{ standing: dingtalkCalls.validInstallFinish, retry: dingtalkCalls.retryOut, install: dingtalkCalls.install }}
      asks={[
        { icon: Users, title: t('通讯录部门和成员'), text: t('用于登录、选人和审批；只读，不会修改企业通讯录。') },
        { icon: Smartphone, title: t('手机号（可以不给）'), text: t('用于和已有账号对上，同一个人不会出现两次。') },
        { icon: BellRing, title: t('工作通知'), text: t('待审批、到期归还等提醒，发到每个人的工作通知里。') },
      ]}
      steps={[
        store ? t('管理员点下面的按钮，或在钉钉“工作台 › 应用中心”里搜索“在册”。') : t('管理员在钉钉打开“工作台 › 应用中心”，搜索“在册”。'),
        t('点“开通”，选择可以使用的部门或成员。'),
        t('回到工作台打开在册，人员会自动同步。'),
      ]}
      begin={store ? async () => host.open(store) : undefined}
    />
  )
}
