import { Copy, Printer, Share2 } from 'lucide-react'
import type { InvitationResult } from '../../domain/access/invitationOperations.ts'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { host } from '../../hosts/here.ts'
import type { ShareContent } from '../../hosts/host.ts'
import { session } from '../session/session.ts'
import { t } from '../words.ts'
import { copyText } from '../shell/copyText.ts'
import { escapeHtml } from '../paper/escapeHtml.ts'
import { QrCode } from '../paper/QrCode.tsx'
import { shareBy } from './shareLink.ts'
import { fullTime } from '../shell/dateWords.ts'

/** Links that were just made, to be handed out: they are told this once. */
export const InvitationLinks = ({
  invited,
  title,
  onClose,
}: {
  invited: readonly InvitationResult[]
  title: string
  onClose: () => void
}) => {
  const linked = invited.filter(isLinked)
  const [only] = linked
  const share = shareBy()
  return (
    <Sheet
      open={invited.length > 0}
      onClose={onClose}
      title={title}
      tall={linked.length > 6}
      footer={
        linked.length > 0 && (
          <>
            {host.print && (
              <Button kind="secondary" size="large" icon={Printer} className="flex-1" onClick={() => void printLinks(linked)}>
                {t('打印')}
              </Button>
            )}
            {share && only && linked.length === 1 && (
              <Button kind="secondary" size="large" icon={Share2} className="flex-1" onClick={() => void share(sharedOf(only, only.link))}>
                {t('分享')}
              </Button>
            )}
            <Button size="large" icon={Copy} className="flex-1" onClick={() => void copyText(linked.map(linkText).join('\n\n'))}>
              {linked.length > 1 ? t('复制全部') : t('复制链接')}
            </Button>
          </>
        )
      }
    >
      {linked.length === 0 && <p className="px-1 py-6 text-center text-body text-quiet">{t('链接只显示一次，请重新生成。')}</p>}
      {linked.length === 1 && only && <One invited={only} />}
      {linked.length > 1 && (
        <>
          <Card flush className="shrink-0">
            {linked.map((invitation) => (
              <Cell
                key={invitation.id}
                title={invitation.userName ?? t('公开邀请')}
                text={[invitation.deptName, invitation.phone].filter(Boolean).join(' · ')}
                value={
                  <IconButton
                    icon={Copy}
                    iconSize={18}
                    label={t('复制{label}', { label: invitation.userName ?? '' })}
                    onClick={() => void copyText(linkText(invitation))}
                  />
                }
              />
            ))}
          </Card>
          <p className="px-1 pt-3 text-small text-faint">{t('每人一个链接，只能用一次，七天内有效。可以打印成二维码分发。')}</p>
        </>
      )}
    </Sheet>
  )
}

/** An invitation whose link is shown now, which is once. */
type LinkedInvitation = InvitationResult & { readonly link: string }
const isLinked = (invitation: InvitationResult): invitation is LinkedInvitation => invitation.link !== null

const One = ({ invited: { link, userName, deptName, expiresAt } }: { invited: LinkedInvitation }) => (
  <div className="flex flex-col items-center pb-2 text-center">
    <p className="text-title font-semibold">{userName ?? t('加入{company}', { company: session().operationName })}</p>
    {deptName && <p className="mt-0.5 text-body text-quiet">{deptName}</p>}
    <QrCode text={link} label={t('邀请二维码')} className="mt-4 size-52" />
    <p className="mt-4 w-full select-all break-all rounded-control bg-sunken px-3 py-2.5 text-left text-small text-quiet">{link}</p>
    <p className="mt-3 text-small text-faint">
      {userName === null
        ? t('可以发到群里，{time}前有效；申请的人由管理员确认。', { time: fullTime(expiresAt) })
        : t('只能用一次，{time}前有效。', { time: fullTime(expiresAt) })}
    </p>
  </div>
)

/** What is sent along with a link, so that the person who gets it knows what it is. */
const linkText = ({ userName, link }: LinkedInvitation): string =>
  userName === null
    ? t('请打开链接申请加入{company}：{link}', { company: session().operationName, link })
    : t('{name}，请打开链接设置{company}的登录密码（七天内有效）：{link}', {
        name: userName,
        company: session().operationName,
        link,
      })

const sharedOf = ({ userName }: InvitationResult, link: string): ShareContent => {
  const company = session().operationName
  return userName === null
    ? { title: t('加入{company}', { company }), text: t('打开链接申请加入'), link }
    : { title: t('邀请{name}', { name: userName }), text: t('打开链接设置{company}的登录密码', { company }), link }
}

/** One slip for each, to be cut apart. */
const printLinks = async (invitations: readonly LinkedInvitation[]): Promise<void> => {
  const { toString: codeSvg } = await import('qrcode')
  const slips = await Promise.all(
    invitations.map(async ({ userName, deptName, link, expiresAt }) => {
      const code = await codeSvg(link, { type: 'svg', margin: 0, errorCorrectionLevel: 'M' })
      return `<li>${code}<div><h2>${escapeHtml(userName ?? t('公开邀请'))}</h2><p>${escapeHtml(deptName ?? '')}</p>
        <p>${escapeHtml(t('扫码设置登录密码，{time}前有效。', { time: fullTime(expiresAt) }))}</p><small>${escapeHtml(link)}</small></div></li>`
    }),
  )
  await host.print?.(`<!doctype html><html><head><meta charset="utf-8"><title>${escapeHtml(t('邀请'))}</title><style>
    @page { margin: 12mm } * { box-sizing: border-box }
    body { font: 12px/1.5 -apple-system, 'PingFang SC', 'Noto Sans CJK SC', 'Microsoft YaHei', sans-serif; color: #000; margin: 0 }
    h1 { font-size: 16px; margin: 0 0 8px } ul { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: 1fr 1fr }
    li { display: flex; gap: 12px; padding: 12px; border: 1px dashed #999; break-inside: avoid; min-width: 0 }
    svg { width: 34mm; height: 34mm; flex: none } h2 { font-size: 16px; margin: 0 } p { margin: 2px 0 } small { color: #555; word-break: break-all; font-size: 8px; line-height: 1.3; display: block }
    div { min-width: 0 }
  </style></head><body><h1>${escapeHtml(session().operationName)}</h1><ul>${slips.join('')}</ul></body></html>`)
}
