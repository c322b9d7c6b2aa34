import { useEffect, useState } from 'react'
import { host } from '../../hosts/here.ts'
import { arriveAnew } from '../session/arrive.ts'
import { Avatar } from '../look/Avatar.tsx'
import { Button } from '../look/Button.tsx'
import { Page } from '../look/Page.tsx'
import { leaveAtOnce, whatStays } from '../entrance/leave.ts'
import { useSession } from '../session/session.ts'
import { back } from '../travel.ts'
import { t } from '../words.ts'

/** Whose session it is, and the way out of it. Who a chat knows would come in again at once: they do that, or leave the app. */
export default function UserExit() {
  const { username, avatar, operationName } = useSession()
  const [isLeaving, setLeaving] = useState(false)
  const [stays, setStays] = useState<string>()
  useEffect(() => void whatStays().then(setStays), [])
  const chat = host.knows?.title
  const exit = () => {
    setLeaving(true)
    void (chat === undefined ? leaveAtOnce() : arriveAnew())
  }
  return (
    <Page width="form">
      <div className="flex flex-col items-center px-6 pt-16 text-center">
        <Avatar name={username} src={avatar} size={88} />
        <p className="mt-4 text-large font-semibold">{username}</p>
        <p className="text-body text-quiet">{operationName}</p>
        <p className="mt-6 max-w-80 text-body text-quiet">
          {chat === undefined
            ? t('退出后，这台设备上的登录信息会清除；未提交的草稿仍会保留。')
            : t('在{chat}里用企业账号自动登录，不用退出；换了人或信息不对时请重新登录。', { chat: t(chat) })}
        </p>
        {stays && <p className="mt-3 max-w-80 text-body text-warn">{stays}</p>}
        <div className="mt-10 flex w-full max-w-80 flex-col gap-3">
          <Button size="large" kind="danger" wide busy={isLeaving} onClick={exit}>
            {chat === undefined ? t('退出登录') : t('重新登录')}
          </Button>
          {host.close && (
            <Button size="large" kind="secondary" wide onClick={host.close}>
              {t('关闭在册')}
            </Button>
          )}
          <Button size="large" kind="secondary" wide onClick={() => void back()}>
            {t('取消')}
          </Button>
        </div>
      </div>
    </Page>
  )
}
