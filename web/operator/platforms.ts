import type { ReleasePlatform } from '../../domain/releases/release.ts'

export const platformTitles: Readonly<Record<ReleasePlatform, string>> = {
  android: '安卓',
  ios: 'iOS',
  wgt: '资源包',
  web: '网页',
}
