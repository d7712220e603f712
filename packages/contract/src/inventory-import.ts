/** Import and export of vehicles; part of the room `inventory`. */
export const importCalls = {}
