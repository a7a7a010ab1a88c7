import {
  ADVICE_TYPES,
  ChangeAvatar,
  ChangeMail,
  ChangeMobile,
  ChangeNickname,
  ChangePassword,
  codeParams,
  type CodeLocation,
  type CodePurpose,
  GetInvite,
  GetNewestVersion,
  GetPoints,
  GetUser,
  GetVersion,
  ListBoxUsers,
  ListFriends,
  ProveAddress,
  RemoveBoxUser,
  RenameBox,
  SendCode,
  SendFeedback,
  TransferAdmin,
} from '@boxwood/account-sdk';
import type { Client, CommandSpec, ParamsOf, ResultOf, UploadFile } from '@boxwood/command-bus';
import { isNotOffered } from '@boxwood/box-sdk';
import { of, switchMap } from 'rxjs';
import { startNow, execute, mapRight, type Outcome, type LazyResult } from '../outcome.ts';

export type UserProfile = ResultOf<typeof GetUser>;
export type BoxUser = ResultOf<typeof ListBoxUsers>[number];
export type Friend = ResultOf<typeof ListFriends>[number];
export type Invite = ResultOf<typeof GetInvite>;
export type VersionInfo = ResultOf<typeof GetVersion>;
export type AdviceType = (typeof ADVICE_TYPES)[number];
export { ADVICE_TYPES };
export type { CodeLocation, CodePurpose };

/** An uploaded file of a form. */
export type FormUpload = UploadFile;

/** The user's account, the users of the box, feedback and versions: all data of the account service (P-24). */
export interface Profile {
  me(): LazyResult<UserProfile>;
  points(): LazyResult<number>;
  friends(): LazyResult<readonly Friend[]>;
  changeNickname(nickName: string): Outcome<null>;
  /** Yields the new address of the picture. */
  changeAvatar(file: FormUpload): Outcome<string>;
  /** Sends a code for one purpose to a mobile number or mail address; the next one after 60 s. */
  sendCode(address: string, purpose: CodePurpose): Outcome<CodeLocation | null>;
  /**
   * Sends a code that verifies a new address. The result says where the code is when it could not be sent there; null:
   * sent.
   */
  proveAddress(address: string): Outcome<CodeLocation | null>;
  changeMail(mail: string, mailCode: string): Outcome<null>;
  changeMobile(mobile: string, mobileCode: string): Outcome<null>;
  /** Ends all sessions of the user. */
  changePassword(password: string, param: string, code: string): Outcome<null>;
  users(boxName: string): LazyResult<readonly BoxUser[]>;
  /** True when this also ended an open invitation. */
  removeUser(boxName: string, userName: string): Outcome<boolean>;
  transferAdmin(boxName: string, userName: string, code: string): Outcome<null>;
  renameBox(boxName: string, nick: string): Outcome<null>;
  invite(boxName: string): LazyResult<Invite>;
  sendFeedback(type: AdviceType, contact: string, content: string, files: readonly FormUpload[]): Outcome<null>;
  /** Name and notes of one firmware version (A20). */
  version(model: string, version: string): LazyResult<VersionInfo>;
  newestVersion(model: string): LazyResult<VersionInfo>;
}

const codePlaceOf = ({ at }: ResultOf<typeof SendCode>): CodeLocation | null => at ?? null;

/** {@link Profile} implemented by an account service client. */
export const accountProfile = (account: Pick<Client, 'exec'>): Profile => {
  const query = <C extends CommandSpec>(command: C, params: ParamsOf<C>) => execute(account, command, params);
  const run = <C extends CommandSpec>(command: C, params: ParamsOf<C>) =>
    startNow(execute(account, command, params).pipe(mapRight(() => null)));
  const sendCode = (address: string, purpose: CodePurpose) =>
    execute(account, SendCode, { ...codeParams(address), purpose }).pipe(mapRight(codePlaceOf));
  return {
    me: () => query(GetUser, {}),
    points: () => query(GetPoints, {}).pipe(mapRight(({ points }) => points)),
    friends: () => query(ListFriends, {}),
    changeNickname: (nickName) => run(ChangeNickname, { nickName }),
    changeAvatar: (file) => startNow(execute(account, ChangeAvatar, { file }).pipe(mapRight(({ avatar }) => avatar))),
    sendCode: (address, purpose) => startNow(sendCode(address, purpose)),
    // A service without this call sends the code with the general one.
    proveAddress: (address) =>
      startNow(
        execute(account, ProveAddress, { param: address }).pipe(
          mapRight(codePlaceOf),
          switchMap((result) =>
            result._tag === 'Left' && isNotOffered(result.left) ? sendCode(address, 'address') : of(result),
          ),
        ),
      ),
    changeMail: (mail, mailCode) => run(ChangeMail, { mail, mailCode }),
    changeMobile: (mobile, mobileCode) => run(ChangeMobile, { mobile, mobileCode }),
    changePassword: (password, param, code) => run(ChangePassword, { password, param, code }),
    users: (boxName) => query(ListBoxUsers, { boxName }),
    removeUser: (targetBox, targetUser) =>
      startNow(
        execute(account, RemoveBoxUser, { targetUser, targetBox }).pipe(mapRight(({ renewed }) => renewed === 'Y')),
      ),
    transferAdmin: (boxName, targetUser, code) => run(TransferAdmin, { boxName, targetUser, code }),
    renameBox: (boxName, nick) => run(RenameBox, { boxName, nick }),
    invite: (boxName) => query(GetInvite, { boxName }),
    sendFeedback: (adviceType, adviceContact, adviceContent, files) =>
      run(SendFeedback, { adviceType, adviceContact, adviceContent, files }),
    version: (boxType, version) => query(GetVersion, { boxType, version }),
    newestVersion: (boxType) => query(GetNewestVersion, { boxType }),
  };
};
