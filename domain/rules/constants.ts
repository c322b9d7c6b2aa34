/** The specification's limits and defaults (section 9), each with its unit last. */

export const requestTimeoutSeconds = 60
/** After so long without an answer a person who waits for a write reads that there is none. */
export const silenceSeconds = 15
/** The page loads itself anew for a damaged schema at most once in this time. */
export const reloadPauseSeconds = 600
export const uploadTimeoutSeconds = 60
export const downloadTimeoutSeconds = 60
/** After this long a screen that is loaded on demand counts as failed (ChunkLoadError). */
export const screenLoadTimeoutSeconds = 120
/** A screen that loads faster than this shows no loading state. */
export const screenLoadDelayMs = 200

export const smsCountdownSeconds = 60
export const smsCodeLength = 6

export const locationPageSize = 10_000
export const rolePageSize = 1000
export const newsPageSize = 1000
export const flowInstallPageSize = 10_000
export const messagePageSize = 10
/** A list asks for its next page this near to its end. */
export const reachBottomDistancePx = 20

export const heartbeatSeconds = 30
export const socketRetryAfterCloseSeconds = 2
export const socketRetryAfterErrorSeconds = 3

/** Recently visited entries kept per user. */
export const recentAccessLimit = 10

export const carouselIntervalMs = 5000
export const carouselTransitionMs = 500
export const skeletonRows = 12

export const maxImages = 3
export const maxAlbumImages = 9
export const numberBoxMin = 1
export const numberBoxStep = 1
export const textareaMaxLength = 140
export const datePickerSpanYears = 10

export const toastMs = 1000
export const successToastMs = 1000
export const errorToastMs = 1500
export const notifyMs = 3000

/** Cached session items; 0 would mean that they never expire. */
export const cacheSeconds = 1200
export const storagePrefix = 'pro__'

export const appVersion = '2.3.53'
export const appVersionCode = 1444
export const accentColor = '#0081ff'

/** The largest amount, as a decimal of yuan, that is written in capitals. */
export const maxCapitalAmount = '999999999999.99'

/** The reason why a write is refused where the organisation has no licence. */
export const noLicence = 'licence.over'

export const trialWord = '试用'
export const trialAssetLimit = 10
export const trialPrice = '0'

/** A flow key ends with this many last characters of the organisation's id. */
export const flowKeySuffixLength = 5

export const assetModuleCode = 'gs_goods'
export const consumableModuleCode = 'cs_consum'
export const businessModuleCode = 'oa'
export const ordinaryEmployeeRole = 'ordinary_emp'
export const tenantRole = 'tenant'
export const assetManagerRole = 'goodsmanager'
export const consumableManagerRole = 'consummanager'
export const financeRole = 'finance'
export const auditorRole = 'auditor'

export const loginClientType = '2'

/** The text of a badge on a bottom tab: the count, '99' from 100 on; undefined where there is nothing to show. */
export const badgeOnTab = (count: number): string | undefined => (count > 0 ? String(Math.min(count, 99)) : undefined)

/** The text of a badge on the workbench: the count, '99+' above 99; undefined where there is nothing to show. */
export const badgeOnWorkbench = (count: number): string | undefined => (count > 99 ? '99+' : badgeOnTab(count))
