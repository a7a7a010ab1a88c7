/**
 * Whether bytes that are not UTF-8 are likely Chinese in a Windows encoding (GBK, GB 18030). Western text can decode
 * too, but into rare characters, whose second byte is the ASCII letter after an accent; common Chinese (GB 2312) has
 * both bytes above 0xA0.
 */
export const isLikelyChinese = (bytes: Uint8Array): boolean => {
  let commonPairs = 0;
  let pairs = 0;
  let latinPairs = 0;
  for (let offset = 0; offset < bytes.length;) {
    const [lead = 0, trail = 0] = [bytes[offset], bytes[offset + 1]];
    const digit = trail >= 0x30 && trail <= 0x39;
    // GB 18030 uses four bytes for what GBK lacks, and every second one is a digit.
    offset += lead < 0x81 ? 1 : digit ? 4 : 2;
    if (lead < 0x81 || digit) continue;
    pairs += 1;
    if (lead > 0xa0 && trail > 0xa0) commonPairs += 1;
    else if (trail < 0x80) latinPairs += 1;
  }
  return commonPairs * 2 > pairs || (pairs > 0 && latinPairs === 0);
};
