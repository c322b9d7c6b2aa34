import type { ReactNode } from 'react'
import { Button } from '../look/Button.tsx'
import type { Busy } from '../look/holdButton.ts'
import { Switch } from '../look/fields/Switch.tsx'
import { t } from '../words.ts'

type Props = {
  makesPeople: boolean
  onMakesPeople: (makes: boolean) => void
  exclusive: boolean
  onExclusive: (exclusive: boolean) => void
  /** What only one way of company sign-in asks, between the two. */
  children?: ReactNode
}

/** What every way of company sign-in decides about people. */
export const PeopleSwitches = ({ makesPeople, onMakesPeople, exclusive, onExclusive, children }: Props) => (
  <>
    <Switch label={t('没有的人自动加入')} text={t('否则只有手机号码或邮箱对得上的人能登录')} value={makesPeople} onChange={onMakesPeople} />
    {children}
    <Switch label={t('不再用密码')} text={t('用过这种登录的人不能再用密码登录；管理员除外')} value={exclusive} onChange={onExclusive} />
  </>
)

/** What stands in the way of saving, and the button. */
export const Saving = ({ problem, sending }: { problem: string; sending: Busy }) => (
  <>
    {problem && (
      <p role="alert" className="px-1 pb-3 text-small text-bad">
        {problem}
      </p>
    )}
    <Button type="submit" size="large" wide busy={sending}>
      {t('保存')}
    </Button>
  </>
)
