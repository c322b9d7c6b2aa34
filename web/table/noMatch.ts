import { t } from '../words.ts'

/** What a list says where conditions or words leave no row of it, with the way back to all rows. */
export const noMatch = (onClear: () => void) => ({
  title: t('没有找到'),
  text: t('换一个词或放宽筛选条件再试试。'),
  action: { label: t('清除筛选'), onPress: onClear },
})
