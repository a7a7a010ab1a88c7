import type { ScriptTokens } from '@boxwood/domain';
import { boxScriptTokens } from '@boxwood/domain';
import { type ServiceScope, token } from '../../composition/service-scope.ts';
import { BoxClientToken, ClockToken, FileAddressesToken } from '../../composition/tokens.ts';
import { fileReading, FileReadingToken } from '../../file-kit/file-reading.ts';

export const ScriptTokensToken = token<ScriptTokens>('ScriptTokens');

export const bind = (session: ServiceScope): void => {
  session.bind(ScriptTokensToken, [BoxClientToken, ClockToken], boxScriptTokens);
  if (!session.has(FileReadingToken)) session.bind(FileReadingToken, [FileAddressesToken], fileReading);
};
