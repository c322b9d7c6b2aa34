import { createHash } from 'node:crypto'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, minifySync, type Plugin, type Rolldown } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { firstLook } from './start/firstLook.ts'
import { onePathIcons } from './icons.ts'

/** Where the development server finds the product's server. */
const server = process.env['ZAICE_SERVER'] ?? 'http://localhost:3000'

/** What the worker does with pushes, as a script that it takes in; another one has another name. */
const pushScript = stripTypeScriptTypes(readFileSync(join(import.meta.dirname, 'sw.ts'), 'utf8'))
const pushFile = `push-${createHash('sha256').update(pushScript).digest('hex').slice(0, 8)}.js`

/** The screen that most starts end on: fetched together with the shell instead of after it. */
const landing = 'workbench/Workbench.tsx'
/** What stands on it for many, and comes with a file of its own: the page carries the look of these, so that no start asks for the whole sheet. */
const wornAtStart = ['workbench/Beginning.tsx', 'workbench/Carousel.tsx', 'look/PullToRefresh.tsx', 'records/Leavers.tsx']

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [
    react(),
    tailwindcss(),
    onlyHowToCall(),
    onlyAsking(),
    workedOut(),
    screensOnDemand(),
    onePathIcons(),
    compiledOnArrival(),
    oneRoundTrip(),
    askingEarly(),
    firstLook((chunk) => isAtStart(chunk) || chunk.moduleIds.some((id) => wornAtStart.some((part) => id.endsWith(part)))),
    besideTheWorker(),
    forPdf(),
    VitePWA({
      registerType: 'prompt',
      injectRegister: false,
      includeAssets: ['icons/*'],
      manifest: {
        id: '/',
        name: '在册 资产与耗材管理',
        short_name: '在册',
        description: '资产与耗材在册：申请、审批、领用、盘点',
        lang: 'zh-CN',
        start_url: '/#/pages/index/index',
        scope: '/',
        display: 'standalone',
        orientation: 'any',
        theme_color: '#0081ff',
        background_color: '#f3f5f8',
        icons: [
          { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
          { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml' },
        ],
      },
      workbox: {
        importScripts: [`/${pushFile}`],
        globIgnores: ['push-*.js', 'pdfjs/**'],
        globPatterns: ['**/*.{js,css,html,svg,png,wasm,webmanifest}'],
        maximumFileSizeToCacheInBytes: 3_000_000,
        navigateFallback: '/index.html',
        navigateFallbackDenylist: [/^\/(api|sys|systemController|files|app|pages|map|healthz|readyz|metrics|q|Q)(\/|$)/],
        cleanupOutdatedCaches: true,
      },
    }),
    manifestWhenHeard(),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: ['chrome111', 'safari16.4', 'firefox128'],
    modulePreload: {
      polyfill: false,
      // Of the parts of the shell and of the landing screen it says nothing: their names would be part of the first load.
      resolveDependencies: (_, files, { hostId, hostType }) => {
        if (hostType !== 'js') return files
        return /^assets\/(index|landing)-/.test(hostId) ? [] : files.filter(isLater)
      },
    },
    reportCompressedSize: false,
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false },
      // What everyone waits for comes in three files, not in twenty; React, which seldom changes, in one of its own.
      output: {
        // The shell names every file that a screen may need: what no one reads is left out of the names.
        chunkFileNames: ({ name }) => (namedChunks.includes(name) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js'),
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 5 },
            { name: 'checks', test: /node_modules[\\/]valibot|\/kernel\/(\w+\/)*storedPath\.ts$/, priority: 4 },
            { name: 'shell', tags: ['$initial'], priority: 3 },
            { name: 'landing', test: (id) => id.endsWith(landing), priority: 2 },
            // What nearly every screen is made of, and what lists of applications are: two files, not fifteen.
            { name: 'rows', test: /\/web\/(look\/(Cell|overlays\/Sheet|Tag)|shell\/dateWords)\.tsx?$/, priority: 1 },
            { name: 'room', test: /\/licence\/(AssetRoom\.tsx|offers\.ts)$/, priority: 1 },
            { name: 'live', test: /\/web\/(live|counting\/device\/takesPart)\.ts$/, priority: 1 },
            { name: 'titles', test: /\/approval\/process\/titles\.ts$/, priority: 1 },
            { name: 'waiting', test: /\/web\/workbench\/Waiting\.tsx$/, priority: 0 },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/sys', '/systemController', '/files', '/map/tiles'].map((path) => [path, { target: server, ws: path === '/api' }]),
    ),
  },
})

/** The page does not name the manifest: `hosts/browser/home.ts` does, once it listens for what a browser asks that has read it. */
function manifestWhenHeard(): Plugin {
  return {
    name: 'manifest-when-heard',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: { order: 'post', handler: (html) => html.replace(/<link rel="manifest"[^>]*>/, '') },
  }
}

/** Lays the script for pushes where the worker finds it. */
function besideTheWorker(): Plugin {
  return {
    name: 'beside-the-worker',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: pushFile, source: pushScript })
    },
  }
}

/** Lays what draws a PDF where its screen asks for it, and what that may need: the ways of writing Chinese of old files, usual fonts, decoders of pictures. */
function forPdf(): Plugin {
  const folder = join(import.meta.dirname, '../node_modules/pdfjs-dist')
  return {
    name: 'for-pdf',
    apply: 'build',
    generateBundle() {
      for (const file of ['pdf.min', 'pdf.worker.min'])
        this.emitFile({ type: 'asset', fileName: `pdfjs/${file}.js`, source: readFileSync(join(folder, `legacy/build/${file}.mjs`)) })
      for (const part of ['cmaps', 'standard_fonts', 'wasm'])
        for (const file of readdirSync(join(folder, part)).filter(
          (name) => /\.(bcmap|pfb|ttf|wasm)$/.test(name) && !name.startsWith('quickjs'),
        ))
          this.emitFile({ type: 'asset', fileName: `pdfjs/${part}/${file}`, source: readFileSync(join(folder, part, file)) })
    },
  }
}

/** Whether a file comes after the first screen: what stands in the page already need not be named wherever it is needed. */
const isLater = (file: string): boolean => !namedChunks.some((name) => file.startsWith(`assets/${name}-`))
const namedChunks = ['react', 'rolldown-runtime', 'landing']

/** What is drawn before anything else is asked for. */
function isAtStart({ isEntry, moduleIds }: Rolldown.OutputChunk): boolean {
  return isEntry || moduleIds.some((id) => id.endsWith(landing))
}

/**
 * Asks the browser to compile every function of the shell and of the landing screen while they arrive, beside the main thread, and not one
 * by one there when they are first called: nearly all of them are called at the start.
 */
function compiledOnArrival(): Plugin {
  return {
    name: 'compiled-on-arrival',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && (isAtStart(file) || file.name === 'react')) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
      },
    },
  }
}

/** Asks for the landing screen's code at once, so that a first start needs one round trip less. */
function oneRoundTrip(): Plugin {
  return {
    name: 'one-round-trip',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const first = chunks.find((chunk) => chunk.moduleIds.some((id) => id.endsWith(landing)))
        const lateFiles = first ? [first.fileName, ...first.imports].filter((file) => !html.includes(file)) : []
        return html.replace(
          '</head>',
          `${lateFiles.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join('')}</head>`,
        )
      },
    },
  }
}

/**
 * Of the library for queries the first load has what asks: writes go by send.ts, and no query suspends, throws to a boundary or is
 * restored. What the library has for these comes with the screen that uses it.
 */
function onlyAsking(): Plugin {
  const instead: Readonly<Record<string, string>> = {
    'queryClient.js ./mutationCache.js':
      'export class MutationCache { clear() {} findAll() { return [] } async resumePausedMutations() {} }',
    'useBaseQuery.js ./IsRestoringProvider.js': 'export const useIsRestoring = () => false',
    'useBaseQuery.js ./QueryErrorResetBoundary.js': 'export const useQueryErrorResetBoundary = () => undefined',
    'useBaseQuery.js ./errorBoundaryUtils.js':
      'export const ensurePreventErrorBoundaryRetry = () => {}, useClearResetErrorBoundary = () => {}, getHasError = () => false',
    'useBaseQuery.js ./suspense.js':
      'export const ensureSuspenseTimers = () => {}, fetchOptimistic = () => {}, shouldSuspend = () => false',
  }
  const prefix = '\0only-asking:'
  return {
    name: 'only-asking',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer = '') => {
      const place = `${importer.slice(importer.lastIndexOf('/') + 1)} ${source}`
      return importer.includes('/@tanstack/') && place in instead ? prefix + place : undefined
    },
    load: (id) => (id.startsWith(prefix) ? instead[id.slice(prefix.length)] : undefined),
  }
}

/** Puts what asks before the code is there first into the page, as a script of its own that waits for nothing. */
function askingEarly(): Plugin {
  const script = stripTypeScriptTypes(readFileSync(join(import.meta.dirname, 'start/earlyQuestions.ts'), 'utf8'))
  return {
    name: 'asking-early',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replace('<meta charset="utf-8" />', (meta) => `${meta}<script>${minifySync('early.js', `{${script}}`).code}</script>`),
    },
  }
}

/** Of what the declarations say of screens the browser gets the answers, as data, and not the declarations that they follow from. */
function workedOut(): Plugin {
  return {
    name: 'worked-out',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /\/web\/declared\.ts$/ },
      async handler(id) {
        const answers: Readonly<Record<string, unknown>> = await import(pathToFileURL(id).href)
        return Object.entries(answers)
          .map(([name, answer]) => `export const ${name} = ${JSON.stringify(answer)}`)
          .join('\n')
      },
    },
  }
}

/**
 * The shell knows of each screen what it is called and who may open it; where its code lies stands in a file of its own, which comes with the
 * first screen that is opened after the landing one.
 */
function screensOnDemand(): Plugin {
  const [pages, onDemand] = ['virtual:pages', 'virtual:on-demand']
  const loadings = /\(\) => import\('(\.\.?\/[^']+\.tsx)'\)/g
  const fileOf = (table: string, file: string) => join(dirname(table), file)
  const screenFiles = tablesOfScreens().flatMap((table) =>
    [...readFileSync(table, 'utf8').matchAll(loadings)].map(([, file]) => fileOf(table, file!)),
  )
  return {
    name: 'screens-on-demand',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/web\/(screens|(\w+\/)+rows)\.ts$/ },
      handler(code, id) {
        // What a screen reads of its query is for the person who checks what leads there.
        const unread = code.replace(/\bsearch: (texts\([^)]*\)|begins|fills),?/g, '').replace(/= texts\(/g, '= /* @__PURE__ */ texts(')
        const onDemandCode = unread.replace(loadings, (loading, file: string) =>
          file.endsWith(landing) || fileOf(id, file).endsWith(landing) ? loading : `onDemand(${screenFiles.indexOf(fileOf(id, file))})`,
        )
        return `import { onDemand } from '${onDemand}'\n${onDemandCode}`
      },
    },
    resolveId: { filter: { id: /^virtual:(pages|on-demand)$/ }, handler: (id) => `\0${id}` },
    load: {
      // eslint-disable-next-line no-control-regex
      filter: { id: /^\0virtual:(pages|on-demand)$/ },
      handler: (id) =>
        id === `\0${onDemand}`
          ? `export const onDemand = (at) => () => import('${pages}').then((all) => all.pages[at]())`
          : `export const pages = [${screenFiles.map((file) => (file.endsWith(landing) ? '0' : `() => import(${JSON.stringify(file)})`)).join(',')}]`,
    },
  }
}

/** The table of screens and the rows of its areas. */
function tablesOfScreens(): string[] {
  const areas = globSync('*/**/rows.ts', { cwd: import.meta.dirname }).sort()
  return ['screens.ts', ...areas].map((file) => join(import.meta.dirname, file))
}

/**
 * The browser needs of a declared operation how to call it, not what the server checks: the schemas are taken out of the
 * declarations, and as making a declaration does nothing else, whatever is not used falls away.
 */
function onlyHowToCall(): Plugin {
  const unneeded = new Set(['title', 'access', 'input', 'output'])
  return {
    name: 'only-how-to-call',
    // While code is edited nothing falls away, and what is left would look for the schemas.
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\/domain\/(\w+\/)*(operations(\/\w+)?|\w+Operations)\.ts$/ },
      handler(code) {
        const edits: { start: number; end: number; text: string }[] = []
        const strip = (declared: Node | undefined) => {
          const properties = declared?.type === 'ObjectExpression' ? (declared.properties ?? []) : []
          if (!properties.some(({ key }) => key?.name === 'output')) return
          for (const { key, start, end } of properties)
            if (key && unneeded.has(key.name ?? '')) edits.push({ start, end: end + /^\s*,?/.exec(code.slice(end))![0].length, text: '' })
        }
        walk(this.parse(code), (node) => {
          // What a declaration says is handed to `operation`, or to what hands it on, or stands beside for several.
          if (node.type === 'VariableDeclarator') strip(node.init)
          if (node.type !== 'CallExpression') return
          edits.push({ start: node.start, end: node.start, text: '/* @__PURE__ */ ' })
          if (node.callee?.name) for (const argument of node.arguments ?? []) strip(argument)
        })
        const outermost = edits.filter(
          (edit) =>
            !edits.some(
              (otherEdit) => otherEdit.text === '' && otherEdit !== edit && otherEdit.start <= edit.start && edit.end <= otherEdit.end,
            ),
        )
        const declared = outermost
          .toSorted((a, b) => b.start - a.start)
          .reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), code)
        return withoutUnused(declared)
      },
    },
  }
}

/** The code without the imports of which it names nothing any more: what they come from is not part of whatever loads this file. */
const withoutUnused = (code: string): string =>
  code.replace(/^import (?:\* as (\w+)|\{([^}]*)\}) from .*$/gm, (statement, all: string | undefined, some: string | undefined) => {
    const names = all === undefined ? some!.split(',').map((name) => name.trim().split(' as ').at(-1)) : [all]
    return names.some((name) => name && code.split(new RegExp(`\\b${name}\\b`)).length > 2) ? statement : ''
  })

type Node = {
  type: string
  start: number
  end: number
  callee?: { name?: string }
  arguments?: Node[]
  init?: Node
  properties?: { start: number; end: number; key?: { name?: string } }[]
}

function walk(node: unknown, visit: (node: Node) => void): void {
  if (node === null || typeof node !== 'object') return
  if ('type' in node && typeof node.type === 'string') visit(node as Node)
  for (const child of Object.values(node)) walk(child, visit)
}
