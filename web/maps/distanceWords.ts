import { t } from '../words.ts'

/** "80 米", "1.2 公里", "35 公里". */
export const distanceWords = (metres: number): string =>
  metres < 1000
    ? t('{count}米', { count: Math.round(metres) })
    : t('{count}公里', { count: metres < 10_000 ? Math.round(metres / 100) / 10 : Math.round(metres / 1000) })

/** In which of eight directions one goes. */
export const directionWords = (degrees: number): string => directions()[Math.round(degrees / 45) % 8] ?? ''

const directions = () => [t('北'), t('东北'), t('东'), t('东南'), t('南'), t('西南'), t('西'), t('西北')]
