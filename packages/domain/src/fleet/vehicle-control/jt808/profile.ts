import type { CodeOf } from '../../../enumeration.ts'
import { commandType, type commandTypes, deviceProfiles } from '../codes.ts'
import { ByteWriter, bcdOf } from './bytes.ts'
import * as down from './down.ts'

/* Vendor-specific formats of commands. The standard has no command for the engine; vendors do. */

type CommandType = CodeOf<typeof commandTypes>

export interface Profile {
  /** Engine commands: a 0x8105 64/65, b 0x8105 F0/F1, c 0xA006 with 01/00 and the time; none: not supported. */
  readonly profile: CodeOf<typeof deviceProfiles>
  /** Lock and unlock are exchanged. */
  readonly doorInverted: boolean
  /** 2019: type and parameter without the count in front. */
  readonly ctlShort: boolean
}

/** Parameters of a command. */
export interface CommandWords {
  readonly text?: string | undefined
  readonly intervalS?: number | undefined
  readonly durationS?: number | undefined
}

/** The message of a command; null where the terminal does not support it. The terminal answers by 0x0001, 0x0500 or 0x0201. */
export function messageOf(
  type: CommandType,
  words: CommandWords,
  { profile, v2019 }: { readonly profile: Profile; readonly v2019: boolean },
  now: number,
): down.Down | null {
  switch (type) {
    case commandType.unlock:
    case commandType.lock:
      return door(type === commandType.lock, profile, v2019)
    case commandType.engineCut:
    case commandType.engineRestore:
      return engine(type === commandType.engineCut, profile, now)
    case commandType.locate:
      return down.askPosition()
    case commandType.track:
      return down.trackFor(words.intervalS ?? 10, words.durationS ?? 600)
    case commandType.text:
      return down.text(words.text ?? '', down.textFlag.display | down.textFlag.speak, v2019)
    // The standard has no command for a sound, so that the car speaks a text.
    case commandType.find:
      return down.text('寻车', down.textFlag.urgent | down.textFlag.display | down.textFlag.speak, v2019)
    case commandType.reboot:
      return down.terminalControl(down.RESET)
  }
}

/** 0x8500: in 2013 a flag whose bit 0 locks; in 2019 count, type 0x0001 and a parameter, 0 lock and 1 unlock. */
function door(lock: boolean, profile: Profile, v2019: boolean): down.Down {
  const locks = lock !== profile.doorInverted
  if (!v2019) return { id: 0x8500, body: Uint8Array.of(locks ? 1 : 0) }
  const body = new ByteWriter()
  if (!profile.ctlShort) body.word(1)
  return {
    id: 0x8500,
    body: body
      .word(0x0001)
      .byte(locks ? 0 : 1)
      .end(),
  }
}

function engine(cut: boolean, { profile }: Profile, now: number): down.Down | null {
  switch (profile) {
    case deviceProfiles.code.a:
      return down.terminalControl(cut ? 0x64 : 0x65)
    case deviceProfiles.code.b:
      return down.terminalControl(cut ? 0xf0 : 0xf1)
    case deviceProfiles.code.c:
      return { id: 0xa006, body: Uint8Array.of(cut ? 1 : 0, ...bcdOf(now)) }
    case deviceProfiles.code.none:
    case deviceProfiles.code.traccar:
      return null
  }
}
