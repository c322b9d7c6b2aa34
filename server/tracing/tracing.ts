import { setTimeout as sleep } from 'node:timers/promises'
import type * as TraceSdk from '@opentelemetry/sdk-trace'
import { programVersion } from '../programVersion.ts'
import type { Settings } from '../settings.ts'
import { recordSpans } from './spans.ts'

/** Sends what was recorded as far as the collector takes it, then records nothing more. */
export type StopTracing = () => Promise<void>

/** So long a collector is waited for at the end; what it has not taken by then is lost. */
const lastSpansMs = 2000

type TraceSettings = Pick<Settings, 'tracesEndpoint' | 'tracesSampler' | 'tracesSampledPart'>

/**
 * Records requests, jobs and statements as OpenTelemetry traces and sends them by OTLP, where an address is set; otherwise loads nothing. The
 * other standard variables hold as well: the exporter reads headers, time limit, compression and certificates, the SDK the name of the service and its
 * attributes.
 */
export const startTracing = async (settings: TraceSettings): Promise<StopTracing> => {
  if (!settings.tracesEndpoint) return async () => undefined
  const [api, sdk, core, { AsyncLocalStorageContextManager }, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/core'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/resources'),
  ])
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  api.propagation.setGlobalPropagator(new core.W3CTraceContextPropagator())
  const detectors = [resources.serviceNameEnvDetector, resources.resourceAttributesEnvDetector]
  const program = resources.resourceFromAttributes({ 'service.name': 'zaice', 'service.version': programVersion })
  const provider = new sdk.TracerProvider({
    resource: program.merge(resources.detectResources({ detectors })),
    sampler: samplerOf(sdk, settings),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${settings.tracesEndpoint}/v1/traces` }) })],
  })
  recordSpans(provider.getTracer('zaice', programVersion))
  return async () => {
    recordSpans(undefined)
    await awaitAtMost(lastSpansMs, provider.shutdown())
    api.context.disable()
    api.propagation.disable()
  }
}

/** Waits for work at most so long, however it ends: traces never hold up the stop of the server, nor fail it. */
const awaitAtMost = async (ms: number, work: Promise<void>): Promise<void> => {
  const timer = new AbortController()
  const limit = sleep(ms, undefined, { signal: timer.signal })
  await Promise.allSettled([Promise.race([work, limit])])
  timer.abort()
}

/** Which traces are recorded; those that begin elsewhere as it was decided there, where the name says so. */
const samplerOf = (sdk: typeof TraceSdk, { tracesSampler, tracesSampledPart }: TraceSettings): TraceSdk.Sampler => {
  const roots: Record<string, () => TraceSdk.Sampler> = {
    always_on: () => new sdk.AlwaysOnSampler(),
    always_off: () => new sdk.AlwaysOffSampler(),
    traceidratio: () => new sdk.TraceIdRatioBasedSampler(tracesSampledPart),
  }
  const [, isParentBased, name = ''] = /^(parentbased_)?(.*)$/.exec(tracesSampler) ?? []
  const root = (roots[name] ?? roots['always_on'])?.() ?? new sdk.AlwaysOnSampler()
  return isParentBased ? new sdk.ParentBasedSampler({ root }) : root
}
