import type { Message, Person, Tenant, World } from './world.ts'

/** The pages of the stand-in: what an administrator of a company does at Feishu, and what its people do in its client. */
export const homePage = (world: World, app: string): string =>
  page(
    '飞书（演示）',
    `<p>这是飞书的替身，按其开放文档应答，只在本机监听。</p>${[...world.tenants.values()]
      .map((tenant) => section(`<a href="/tenant?corpId=${tenant.key}">${safe(tenant.name)}</a>`, tenantActs(tenant, app, '/')))
      .join('')}
    ${section('让它出难题', act('trouble', '接下来5次调用超过频率', { code: '99991400', calls: '5' }) + act('endTokens', '所有令牌失效') + act('ticket', '推送新的app_ticket'))}`,
  )

export const tenantPage = (world: World, app: string, tenant: Tenant): string => {
  const back = `/tenant?corpId=${tenant.key}`
  const messages = world.messages.filter(({ key }) => key === tenant.key).toReversed()
  return page(
    tenant.name,
    `<p><a href="/">← 全部企业</a></p>${section('应用', tenantActs(tenant, app, back))}
    ${section('消息', messages.map((message) => messageText(app, tenant, message, back)).join('') || '还没有消息')}
    ${section(
      `成员（${tenant.people.size}）`,
      [...tenant.people.values()]
        .map(
          (person) =>
            `<p><a href="${safe(openingAddress(app, tenant, person, `/?corpId=${tenant.key}`))}">${safe(person.name)}</a> ${act('leave', '离职', { corpId: tenant.key, personId: person.id, back })}</p>`,
        )
        .join(''),
    )}`,
  )
}

/** Who one is, to sign in as on a desk; the person who chooses comes back to `address`. */
export const choicePage = (world: World, address: string): string =>
  page(
    '飞书登录',
    [...world.tenants.values()]
      .map((tenant) =>
        section(
          safe(tenant.name),
          [...tenant.people.values()]
            .slice(0, 20)
            .map(
              ({ id, name }) =>
                `<form method="post" action="${safe(address)}">${hidden({ corpId: tenant.key, personId: id })}<button>${safe(name)}</button></form>`,
            )
            .join(''),
        ),
      )
      .join(''),
  )

const tenantActs = (tenant: Tenant, app: string, back: string): string => {
  const input = { corpId: tenant.key, back }
  const administrator = tenant.people.get(tenant.administrators[0] ?? '')
  return tenant.isInstalled
    ? act('buy', '购买一年', input) +
        act(tenant.isRunning ? 'stop' : 'resume', tenant.isRunning ? '停用' : '启用', input) +
        act('uninstall', '卸载', input)
    : `${act('install', '从应用目录安装', input)}${administrator ? `<a href="${safe(openingAddress(app, tenant, administrator, '/#/pages/goods/mainpage/sampleIndex?chat=feishu'))}">以管理员身份打开安装页</a>` : ''}`
}

const messageText = (app: string, tenant: Tenant, { id, personId, card }: Message, back: string): string => {
  const person = tenant.people.get(personId)
  const below = card.elements.flatMap((element) => [
    ...(element.elements ?? []).map(({ content }) => safe(content)),
    ...(element.actions ?? []).map(({ text, value, url }) =>
      url !== undefined && person
        ? `<a href="${safe(openingAddress(app, tenant, person, screenOf(app, url)))}">${safe(text.content)}</a>`
        : act('press', text.content, { corpId: tenant.key, message: id, button: value?.['button'] ?? '', back }),
    ),
  ])
  const open = person ? `<a href="${safe(openingAddress(app, tenant, person, screenOf(app, card.card_link.url)))}">查看</a>` : ''
  return `<p><b>${safe(card.header.title.content)}</b> ${safe(person?.name ?? '')} ${open} ${below.join(' ')}</p>`
}

/** The screen of ours that an address of the client leads to. */
const screenOf = (app: string, address: string): string => {
  const { pathname, search, hash } = new URL(new URL(address).searchParams.get('lk_target_url') ?? app)
  return `${pathname}${search}${hash}`
}

/** Opens our app as a person in the client: the app's own door to it. */
const openingAddress = (app: string, tenant: Tenant, person: Person, to: string): string =>
  `${app}/stand-ins/feishu/client?${new URLSearchParams({ corpId: tenant.key, personId: person.id, to })}`

const act = (what: string, words: string, input: Readonly<Record<string, string>> = {}): string =>
  `<form method="post" action="/standIn/act">${hidden({ what, ...input })}<button>${safe(words)}</button></form>`

const hidden = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${safe(value)}">`)
    .join('')

const section = (title: string, content: string): string => `<section><h2>${title}</h2>${content}</section>`
const safe = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const page = (title: string, content: string): string => `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="data:,"><title>${safe(title)}</title>
<style>:root{color-scheme:light dark}body{max-width:800px;margin:24px auto;padding:0 16px;font:15px/1.6 system-ui,sans-serif}form{display:inline}button{font:inherit}</style>
</head><body><h1>${safe(title)}</h1>${content}</body></html>`
