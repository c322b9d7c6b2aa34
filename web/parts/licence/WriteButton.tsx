import type { ComponentProps } from 'react'
import { Button } from '../../look/Button.tsx'
import { useSession } from '../../session.ts'
import { t } from '../../words.ts'

/** A button by which something is written: where the membership is over it cannot be pressed, and says why. */
export const WriteButton = (props: ComponentProps<typeof Button>) => {
  const { licence } = useSession()
  const isOver = licence !== undefined && licence !== 'active'
  return <Button {...props} {...(isOver && { disabled: true, title: t('组织的会员已到期或尚未开通，现在不能保存和提交。') })} />
}
