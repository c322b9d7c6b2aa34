import { hostPages } from '../../domain/workplaces/pageOperations.ts'
import { handlePublic, type Handler } from '../call.ts'

export const hostPageHandlers: readonly Handler[] = [
  handlePublic(hostPages, async ({ app: { settings } }) => ({
    service: settings.serviceUrl ?? null,
    dingtalkStore: settings.dingtalkStoreUrl ?? null,
    feishu: settings.feishuAppId === undefined ? null : { appId: settings.feishuAppId, script: settings.feishuScriptUrl ?? '' },
  })),
]
