import { mayBePlaceholder } from '../../domain/directory/foreignFields.ts'
import { host } from '../../hosts/here.ts'
import { confirm } from '../look/overlays/confirm.ts'
import { session, storeAside, stored } from '../session/session.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'

/** Asks a person who only the chat can name how they are called, once on each device; who would rather not goes on without. */
export const askName = async (uid: string): Promise<void> => {
  if (!mayBePlaceholder(session().username) || stored<string>(askedKey) === uid) return
  storeAside(askedKey, uid, 0)
  const chat = host.knows?.title
  const isWilling = await confirm({
    title: t('怎么称呼您？'),
    text: chat
      ? t('{chat}不把姓名告诉应用，单据、打印件和搜索里只有代号。填写后同事就能看到您的名字。', { chat: t(chat) })
      : t('单据、打印件和搜索里现在只有您的代号。填写后同事就能看到您的名字。'),
    yes: t('填写姓名'),
    no: t('以后再说'),
  })
  if (isWilling) go('/pages/user/useredit')
}

const askedKey = 'name_asked'
