import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { onePathIcons } from './icons.ts'

/** Where the development server finds the product's server. */
const server = process.env['ZAICE_SERVER'] ?? 'http://localhost:3000'

/** What the worker does with pushes, as a script that it takes in; another one has another name. */
const pushScript = stripTypeScriptTypes(readFileSync(join(import.meta.dirname, 'sw.ts'), 'utf8'))
const pushFile = `push-${createHash('sha256').update(pushScript).digest('hex').slice(0, 8)}.js`

/** The screen that most starts end on: fetched together with the shell instead of after it. */
const landing = 'screens/index/index.tsx'

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [
    react(),
    tailwindcss(),
    onlyHowToCall(),
    workedOut(),
    screensOnDemand(),
    onePathIcons(),
    compiledOnArrival(),
    oneRoundTrip(),
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
        navigateFallbackDenylist: [/^\/(api|sys|systemController|files|map|healthz|readyz|metrics|q|Q)(\/|$)/],
        cleanupOutdatedCaches: true,
      },
    }),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: ['chrome111', 'safari16.4', 'firefox128'],
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) => (hostType === 'js' ? files.filter(isLater) : files),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false },
      // What everybody waits for comes in three files, not in twenty; React, which seldom changes, in one of its own.
      output: {
        // The shell names every file that a screen may need: what no one reads is left out of the names.
        chunkFileNames: ({ name }) => (named.includes(name) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js'),
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 5 },
            { name: 'checks', test: /node_modules[\\/]valibot|\/kernel\/(\w+\/)*storedPath\.ts$/, priority: 4 },
            { name: 'shell', tags: ['$initial'], priority: 3 },
            { name: 'landing', test: (id) => id.endsWith(landing), priority: 2 },
            // What nearly every screen is made of, and what lists of applications are: two files, not fifteen.
            { name: 'rows', test: /\/web\/(look\/(Cell|Sheet|Tag)|parts\/when)\.tsx?$/, priority: 1 },
            { name: 'titles', test: /\/approval\/process\/titles\.ts$/, priority: 1 },
            { name: 'waiting', test: /\/web\/screens\/index\/Waiting\.tsx$/, priority: 0 },
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
const isLater = (file: string): boolean => !named.some((name) => file.startsWith(`assets/${name}-`))
const named = ['react', 'rolldown-runtime', 'landing']

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
          if (file.type === 'chunk' && (file.isEntry || file.name === 'react' || file.moduleIds.some((id) => id.endsWith(landing))))
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
      },
    },
  }
}

/** What Tailwind says once more for engines that know no `@property`; all that we build for do. */
const forOldEngines = /@layer properties\{@supports .*?\}\}\}/s

/** Puts the style sheet into the page and asks for the landing screen's code at once, so that a first start needs one round trip less. */
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
        const wanted = first ? [first.fileName, ...first.imports].filter((file) => !html.includes(file)) : []
        return html
          .replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, (link, file: string) => {
            const sheet = bundle[file]
            return sheet?.type === 'asset' ? `<style>${String(sheet.source).replace(forOldEngines, '')}</style>` : link
          })
          .replace('</head>', `${wanted.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join('')}</head>`)
      },
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
        const answers = (await import(pathToFileURL(id).href)) as Readonly<Record<string, unknown>>
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
  const wanted: string[] = []
  const pages = 'virtual:pages'
  return {
    name: 'screens-on-demand',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/web\/screens\.ts$/ },
      handler(code, id) {
        const asked = code.replace(/\(\) => import\('\.\/(screens\/[^']+)'\)/g, (loading, file: string) => {
          if (file === landing) return loading
          if (!wanted.includes(file)) wanted.push(file)
          return `onDemand(${wanted.indexOf(file)})`
        })
        wanted.splice(0, wanted.length, ...wanted.map((file) => new URL(file, pathToFileURL(id)).pathname))
        return `${asked}\nfunction onDemand(at: number) { return () => import('${pages}').then((all) => all.pages[at]()) }`
      },
    },
    resolveId: { filter: { id: /^virtual:pages$/ }, handler: () => `\0${pages}` },
    load: {
      // eslint-disable-next-line no-control-regex
      filter: { id: /^\0virtual:pages$/ },
      handler: () => `export const pages = [${wanted.map((file) => `() => import(${JSON.stringify(file)})`).join(',')}]`,
    },
  }
}

/**
 * The browser needs of a declared operation how to call it, not what the server checks: the schemas are taken out of the
 * declarations, and as making a declaration does nothing else, whatever is not used falls away.
 */
function onlyHowToCall(): Plugin {
  const unneeded = new Set(['title', 'access', 'input', 'output'])
  return {
    name: 'only-how-to-call',
    enforce: 'post',
    transform: {
      filter: { id: /\/domain\/operations\/\w+\.ts$/ },
      handler(code) {
        const edits: { start: number; end: number; text: string }[] = []
        walk(this.parse(code), (node) => {
          if (node.type !== 'CallExpression') return
          edits.push({ start: node.start, end: node.start, text: '/* @__PURE__ */ ' })
          if (node.callee?.name !== 'operation') return
          for (const { key, value } of node.arguments?.[0]?.properties ?? [])
            if (key && value && unneeded.has(key.name ?? '')) edits.push({ ...value, text: 'undefined' })
        })
        const outermost = edits.filter(
          (edit) =>
            !edits.some((other) => other.text === 'undefined' && other !== edit && other.start <= edit.start && edit.end <= other.end),
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
    const names = all === undefined ? some!.split(',').map((name) => name.trim().split(' as ').at(-1)!) : [all]
    return names.some((name) => name && code.split(new RegExp(`\\b${name}\\b`)).length > 2) ? statement : ''
  })

type Node = {
  type: string
  start: number
  end: number
  callee?: { name?: string }
  arguments?: { properties?: { key?: { name?: string }; value?: Node }[] }[]
}

function walk(node: unknown, visit: (node: Node) => void): void {
  if (node === null || typeof node !== 'object') return
  if ('type' in node && typeof node.type === 'string') visit(node as Node)
  for (const child of Object.values(node)) walk(child, visit)
}
