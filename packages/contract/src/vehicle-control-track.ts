import { z } from 'zod'
import { read } from './kernel/call.ts'
import { id, text, time } from './kernel/field.ts'
import * as out from './kernel/out.ts'

/** Where cars were: every look has its reason and stands in the log; part of the room `vehicleControl`. */
export const trackCalls = {
  track: read({
    path: '/api/vehicle_control/v1/track',
    summary: '车辆轨迹',
    permission: ['vehicleControl.track'],
    /** A day at most, no older than the merchant keeps. `reason`: five signs at least (10002). */
    input: z.object({
      vehicleId: id('车辆'),
      from: time('开始时间'),
      to: time('结束时间'),
      reason: text(0, 200, '查看原因'),
    }),
    output: z.object({
      /** By time, at most 2,000: what is left out lies on the line between its neighbours. */
      points: z.array(
        z.object({
          at: out.time,
          /** WGS-84, degrees. */
          lat: z.number(),
          lng: z.number(),
          /** km/h. */
          speed: z.number(),
          /** Nothing was heard for over ten minutes before it, and it is somewhere else. */
          apart: z.boolean(),
        }),
      ),
      /** Three minutes and longer; `near`: the store next to it. */
      stops: z.array(
        z.object({
          from: out.time,
          to: out.time,
          lat: z.number(),
          lng: z.number(),
          near: z.object({ storeName: z.string(), metres: out.count }).nullable(),
        }),
      ),
      km: z.number(),
      movingMs: out.count,
      /** km/h. */
      fastest: z.number(),
      /** How many reports it is made of. */
      fixes: out.count,
    }),
    refusals: ['trackReasonMissing', 'trackTooOld'],
  }),
}
