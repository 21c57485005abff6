// Codes in addresses, as people and programs hand them on.

/** The code after the # of an address, without what programs and sentences put behind it. */
export function codeIn(hash) {
  return /^#?([\w-]*)/.exec(hash)[1];
}

/** The code of a text that is an address, or the part of one from its # on; null for any other text. */
export function codeOfAddress(text) {
  return /^\S*#([\w-]+)\S*$/.exec(text.trim())?.[1] ?? null;
}
